// SPDX-License-Identifier: MIT
// Prints the scopes of files as JSON: scopes.mjs PACKAGES GRAMMAR FILE...
// A line for each file: a list of lines, each a list of [start, end, innermost scope].
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const [packages, grammarFile, ...files] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(packages), "package.json"));
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

await oniguruma.loadWASM(fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new textmate.Registry({
    onigLib: Promise.resolve({
        createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
        createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, "utf8"), grammarFile),
});
const grammar = await registry.loadGrammar("source.sig");
for (const file of files) {
    let stack = textmate.INITIAL;
    const lines = fs.readFileSync(file, "utf8").replace(/\n$/, "").split("\n").map((line) => {
        const result = grammar.tokenizeLine(line, stack);
        stack = result.ruleStack;
        return result.tokens.map((token) => [token.startIndex, token.endIndex, token.scopes.at(-1)]);
    });
    console.log(JSON.stringify(lines));
}
