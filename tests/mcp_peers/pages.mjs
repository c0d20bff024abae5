// SPDX-License-Identifier: MIT
// A list of two pages, as official clients read it: node pages.mjs PEER MODE COMMAND [ARGUMENT..], like
// drive.mjs.
import assert from 'node:assert/strict';
import { connect } from './connect.mjs';

const [peer, mode, ...command] = process.argv.slice(2);
const { client } = await connect(peer, mode, command);
const names = [];
let failed = 0;
try {
  const first = await client.listTools({ cursor: undefined });
  names.push(...first.tools.map((tool) => tool.name));
  if (first.nextCursor !== undefined) { // the second client follows the cursors itself
    assert.equal(first.tools.length, 256);
    assert.equal(first.nextCursor, 'tool_255');
    const second = await client.listTools({ cursor: first.nextCursor });
    assert.equal(second.nextCursor, undefined);
    names.push(...second.tools.map((tool) => tool.name));
  }
  assert.deepEqual(names, Array.from({ length: 300 }, (_, at) => `tool_${String(at).padStart(3, '0')}`));
  const result = await client.callTool({ name: 'tool_299' });
  assert.equal(result.content[0].text, '299');
} catch (error) {
  failed = 1;
  console.log(`FAILED ${peer} ${mode}: pages: ${error.message.slice(0, 300)}`);
}
await client.close();
console.log(`1 cases, ${failed} failed`);
process.exit(failed);
