// SPDX-License-Identifier: MIT
// A command of docs/models.md: asks a server that speaks OpenAI's protocol.
//   node ask.mjs URL GRAMMAR.gbnf
import {readFileSync} from "node:fs";

const [url, grammar] = process.argv.slice(2);
const request = JSON.parse(readFileSync(0, "utf8"));
const answer = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({
        ...request.llm_opts,
        messages: [{role: "system", content: request.system}, ...request.messages],
        max_tokens: request.max_tokens,
        grammar: readFileSync(grammar, "utf8"),
    }),
});
const body = await answer.json();
console.log(JSON.stringify(answer.ok ? {
    content: body.choices[0].message.content,
    stop_reason: body.choices[0].finish_reason === "length" ? "length" : "end",
    tokens: {input: body.usage.prompt_tokens, output: body.usage.completion_tokens},
} : {error: {kind: "client_error", message: body.error.message, status: answer.status}}));
