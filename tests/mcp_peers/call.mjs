// SPDX-License-Identifier: MIT
// Calls tools and prints the text of each result as JSON:
//   node call.mjs PEER MODE '[["tool", {..}, ..], ..]' COMMAND [ARGUMENT..]
import { connect } from './connect.mjs';

const [peer, mode, calls, ...command] = process.argv.slice(2);
const { client } = await connect(peer, mode, command);
const names = new Set((await client.listTools()).tools.map((tool) => tool.name));
for (const [name, args] of JSON.parse(calls)) {
  if (!names.has(name)) throw new Error(`${name} is not listed`);
  const result = await client.callTool({ name, arguments: args });
  console.log(JSON.stringify(result.content.map((part) => part.text).join('\n')));
}
await client.close();
