// SPDX-License-Identifier: MIT
// What llama.cpp's grammar engine accepts. Each line of stdin is {"grammar": GBNF, "texts": [..]}, each
// line of stdout {"ok": [true, ..]} or {"error": why the grammar was refused}.
//   node match.mjs MODEL.gguf
import path from "node:path";
import readline from "node:readline";
import {getLlama, LlamaGrammar, LlamaGrammarEvaluationState} from "node-llama-cpp";

// Two functions that the package keeps to itself, hence its pinned version.
const {LlamaSampler} = await import(
    path.resolve("node_modules/node-llama-cpp/dist/evaluator/LlamaContext/LlamaSampler.js"));
const llama = await getLlama({build: "never", gpu: false, logLevel: "error", skipDownload: true,
    progressLogs: false});
const model = await llama.loadModel({modelPath: path.resolve(process.argv[2])});
const tokens = []; // by byte
for (const token of model.iterateAllTokens()) {
    const found = /^<0x([0-9A-F]{2})>$/.exec(model.detokenize([token], true));
    if (found)
        tokens[parseInt(found[1], 16)] = token;
}

function accepts(grammar, text) {
    const state = new LlamaGrammarEvaluationState({model, grammar});
    for (const byte of Buffer.from(text, "utf8")) {
        const token = tokens[byte] ?? 3 + byte;
        if (!LlamaSampler._canBeNextTokenForGrammarEvaluationState(llama, state, token))
            return false;
        LlamaSampler._acceptTokenOnGrammarEvaluationState(llama, state, token);
    }
    return LlamaSampler._canBeNextTokenForGrammarEvaluationState(llama, state, model.tokens.eos);
}

for await (const line of readline.createInterface({input: process.stdin})) {
    const {grammar, texts} = JSON.parse(line);
    let answer;
    try {
        const read = new LlamaGrammar(llama, {grammar});
        answer = {ok: texts.map((text) => accepts(read, text))};
    } catch (error) {
        answer = {error: error.message};
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
}
process.exit(0);
