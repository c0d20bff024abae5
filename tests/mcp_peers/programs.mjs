// SPDX-License-Identifier: MIT
// Code mode alone, with structured results and sessions, as seen by official clients, which check results
// against outputSchema: node programs.mjs PEER MODE COMMAND [ARGUMENT..], like drive.mjs.
import assert from 'node:assert/strict';
import { connect } from './connect.mjs';

const [peer, mode, ...command] = process.argv.slice(2);
const { client } = await connect(peer, mode, command);
const run = async (program, more = {}) => client.callTool({ name: 'run_program', arguments: { program, ...more } });
const cases = {};

cases['the list'] = async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ['run_program']);
  assert.ok(tools[0].outputSchema);
  assert.ok(tools[0].description.length <= 4000);
  assert.match(tools[0].description, /search/);
  assert.deepEqual(tools[0].inputSchema.required, ['program']);
};
cases['a value'] = async () => {
  const { isError, structuredContent: got } =
    await run('(println "looks") (:count (tool/search {:query "lamp"}))');
  assert.equal(isError, undefined);
  assert.equal(got.ok, true);
  assert.equal(got.value, 2);
  assert.match(JSON.stringify(got.prints), /looks/);
  assert.equal(got.calls.length, 1);
  assert.equal(got.calls[0].tool, 'search');
};
cases['tools that are not listed'] = async () => {
  await assert.rejects(client.callTool({ name: 'search', arguments: { query: 'lamp' } }),
                       (error) => error.code === -32602);
};
cases['an error'] = async () => {
  const { isError, structuredContent: got } = await run('(tool/search {:query "lamp"})\n(+ 1 nil)');
  assert.equal(isError, true);
  assert.equal(got.ok, false);
  assert.equal(got.error.reason, 'type_error');
  assert.equal(got.error.line, 2);
  assert.equal(got.calls.length, 1);
};
cases['an error of a tool'] = async () => {
  const { isError, structuredContent: got } = await run('(tool/broken {})');
  assert.equal(isError, true);
  assert.match(got.error.message, /no such table/);
  assert.match(JSON.stringify(got.calls), /broken/);
};
cases['a value that is too large'] = async () => {
  const { isError, structuredContent: got } = await run('(apply str (repeat 50000 "x"))');
  assert.equal(isError, undefined);
  assert.equal(got.value, undefined);
  assert.ok(got.preview.length > 0);
  assert.ok(got.bytes >= 50000);
};
cases['a session'] = async () => {
  const first = await run('(def kept 41)', { session: 'new' });
  const { session } = first.structuredContent;
  assert.match(session, /^s_[A-Za-z0-9_-]{22}$/);
  assert.equal((await run('(inc kept)', { session })).structuredContent.value, 42);
  assert.equal((await run('*1', { session })).structuredContent.value, 42);
  assert.equal((await run('(inc kept)')).isError, true);
  assert.equal((await run('1', { session: 's_AAAAAAAAAAAAAAAAAAAAAA' })).isError, true);
};
cases['hidden fields'] = async () => {
  const told = JSON.stringify(await run('(tool/pay {:amount 3})'));
  assert.doesNotMatch(told, /hidden-/);
};

let failed = 0;
for (const [name, check] of Object.entries(cases)) {
  try {
    await check();
  } catch (error) {
    failed++;
    console.log(`FAILED ${peer} ${mode}: ${name}: ${String(error.message).slice(0, 600)}`);
  }
}
await client.close();
console.log(`${Object.keys(cases).length} cases, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
