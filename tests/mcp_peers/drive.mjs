// SPDX-License-Identifier: MIT
// Drives a server of tools.sig by an official client over stdio, run in the folder of the packages:
//
//   node drive.mjs PEER MODE COMMAND [ARGUMENT..]
//
// PEER: `sdk` (@modelcontextprotocol/sdk 1) or `client` (@modelcontextprotocol/client 2, MODE: legacy,
// auto, modern). A line for each case that failed; the last line counts. Cases of lines that no client
// sends (rows.mjs) go through the client's own transport, so that it receives the answers.
import assert from 'node:assert/strict';
import { connect } from './connect.mjs';
import { rows } from './rows.mjs';

const [peer, mode, ...command] = process.argv.slice(2);
const isModern = mode !== 'legacy';
const revision = isModern ? '2026-07-28' : '2025-11-25';
const { client, transport } = await connect(peer, mode, command);
client.onerror = () => {}; // answers that it does not know

// Answers that are not for the client: it never asked.
const waiting = new Map();
const forClient = transport.onmessage;
const seen = []; // everything received
transport.onmessage = (message, more) => {
  seen.push(message);
  if (waiting.has(message.id)) waiting.get(message.id)(message);
  else if (message.id === undefined && message.error) waiting.get('none')?.(message);
  else forClient(message, more);
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const call = (name, given = {}, options = undefined) =>
  peer === 'sdk' ? client.callTool({ name, arguments: given }, undefined, options)
                 : client.callTool({ name, arguments: given }, options);
const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28',
               'io.modelcontextprotocol/clientCapabilities': {} };

// The answer to a line that the client would not send; undefined after `ms` without one.
async function raw(line, id, ms = 5000) {
  const text = typeof line === 'string' ? line : JSON.stringify(line);
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  transport._process.stdin.write(text + '\n');
  const got = await Promise.race([answer, sleep(ms)]);
  waiting.delete(id);
  return got;
}

// --- Cases ----------------------------------------------------------------------------------

const cases = {};
const text = (result) => result.content.map((item) => item.text).join('|');
const wrapped = (value) => (isModern ? value : { result: value });
const gives = async (name, given, words, structured) => {
  const result = await call(name, given);
  assert.ok(!result.isError, text(result));
  assert.equal(text(result), words);
  assert.deepEqual(result.structuredContent, structured);
};
const fails = async (name, given, words) => {
  const result = await call(name, given);
  assert.equal(result.isError, true);
  assert.equal(result.structuredContent, undefined);
  if (words instanceof RegExp) assert.match(text(result), words);
  else assert.equal(text(result), words);
};

cases['who it is'] = () => {
  assert.equal(client.getServerVersion().name, 'bench');
  assert.equal(client.getServerVersion().version, '1.0.0');
  assert.match(client.getInstructions(), /^Adds and searches\.\n/); // more about run_program
  assert.deepEqual(client.getServerCapabilities(), { tools: {} });
  if (peer === 'client') assert.equal(client.getNegotiatedProtocolVersion(), revision);
};
cases['tools/list'] = async () => {
  const { tools, nextCursor } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, [...names].sort());
  assert.ok(names.includes('search') && names.includes('run_program'), String(names));
  assert.equal(nextCursor, undefined);
  const by = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
  assert.equal(by.upper.title, 'Say it louder');
  assert.equal(by.search.description, 'Find items that match the query.');
  assert.deepEqual(by.upper.annotations, { readOnlyHint: true, openWorldHint: false });
  assert.equal(by.search.inputSchema.properties.query.description, 'words, separated by blanks');
  assert.deepEqual(by.titles.annotations, { readOnlyHint: true, idempotentHint: true });
  assert.deepEqual(by.nothing.annotations, { destructiveHint: true });
  assert.deepEqual(by.broken.inputSchema, { type: 'object', additionalProperties: false });
  assert.equal(by.nothing.outputSchema, undefined);
  assert.equal(by.same.outputSchema, undefined);
  assert.equal(by.titles.outputSchema.type, isModern ? 'array' : 'object');
  if (!isModern) assert.deepEqual(by.titles.outputSchema.required, ['result']);
  assert.equal(by.hang.description.includes('@'), false);
  assert.doesNotMatch(JSON.stringify(by.pay.outputSchema), /_secret|_key/);
};
if (!isModern) cases['ping'] = async () => assert.deepEqual(await client.ping(), {});

// Results of each kind.
const lamps = { count: 2, items: [{ id: 1, title: 'lamp' }, { id: 3, title: 'desk lamp' }] };
cases['a map'] = () => gives('search', { query: 'lamp', limit: 3 }, JSON.stringify(lamps), lamps);
cases['a coerced argument'] = () => gives('search', { query: 'lamp', limit: '3' }, JSON.stringify(lamps), lamps);
cases['a list'] = () => gives('titles', {}, '["a","b"]', wrapped(['a', 'b']));
cases['a string'] = () => gives('upper', { text: 'a "b" ü\n\u2028' }, 'A "B" ü\n\u2028', wrapped('A "B" ü\n\u2028'));
cases['nil'] = () => gives('nothing', {}, 'ok', undefined);
cases['unions'] = async () => {
  await gives('either', { kind: 'int' }, '7', wrapped(7));
  await gives('either', { kind: 'text' }, 'seven', wrapped('seven'));
  await gives('either', { kind: 'list' }, '[1,2]', wrapped([1, 2]));
};
cases['firewalled fields'] = async () => {
  await gives('pay', { amount: 3 }, '{"id":"p1","parts":[{"n":1}]}', { id: 'p1', parts: [{ n: 1 }] });
};
cases['any value'] = async () => {
  for (const value of [null, true, 7, 1.5, 'x', [1, [null]], { a: { b: [] } }]) {
    const result = await call('same', { value });
    assert.ok(!result.isError, text(result));
    const told = typeof value === 'string' ? value : value === null ? /^(null|ok)$/ : JSON.stringify(value);
    if (told instanceof RegExp) assert.match(text(result), told);
    else assert.equal(text(result), told);
  }
};
cases['kinds that JSON has not'] = async () => {
  const given = { day: '2026-01-02', at: '2026-01-02T09:00:00Z', price: '1.10', tags: ['a', 'b'], ratio: 0.5,
                  more: { x: 1, 'a key': 2 } };
  const result = await call('kinds', given);
  assert.ok(!result.isError, text(result));
  assert.match(text(result), /"huge":9007199254740993/);
  const { huge, ...others } = result.structuredContent;
  assert.deepEqual(others, given);
};
cases['arguments left out'] = async () => {
  const result = await client.callTool({ name: 'titles' });
  assert.equal(text(result), '["a","b"]');
};

// Errors that a model can fix, and errors that it cannot.
cases['arguments against the contract'] = async () => {
  await fails('search', { query: 'lamp', limit: 250 }, 'Tool validation errors:\n- limit: expected 1..100, got 250\n');
  await fails('search', { limit: 3 }, /^Tool validation errors:\n- query: /);
  await fails('search', { query: [], limit: 'x' }, /^Tool validation errors:\n- query: .*\n- limit: .*\n$/);
  await fails('pay', { amount: 0 }, /^Tool validation errors:\n- amount: /);
};
cases['a function that fails'] = () => fails('broken', {}, 'no such table');
cases['a failure with a reason'] = () =>
  fails('refused', { reason: 'not_found' }, 'not_found: there is none of that kind');
cases['a result against its contract'] = async () => {
  await fails('wrong', {}, /^wrong gave a result that breaks its contract: count: /);
  assert.doesNotMatch(text(await call('wrong')), /987654/);
};
cases['a result that is too large'] = async () => {
  const result = await call('large', { bytes: 1000000 });
  assert.equal(text(result).length, 1000000);
  await fails('large', { bytes: 2000000 }, /^the result has 20000\d\d bytes, the limit is 1048576: ask for less$/);
};
cases['memory of a call'] = () => fails('hungry', {}, /^hungry: out of memory \(limit \d+ bytes\)$/);
cases['a tool that prints'] = () => gives('chatty', {}, '1', wrapped(1));
cases['an unknown tool'] = () => assert.rejects(call('serch', {}),
  (error) => error.code === -32602 && /Unknown tool: serch; did you mean .*search/.test(error.message));
cases['an unknown tool like none'] = () => assert.rejects(call('qqqqqqqqqqq', {}),
  (error) => error.code === -32602 && /Unknown tool: qqqqqqqqqqq$/.test(error.message));

// Time.
cases['progress'] = async () => {
  const steps = [];
  let isDone = false;
  const result = await call('slow', { ms: 800 }, { onprogress: (one) => {
    assert.ok(!isDone);
    steps.push(one);
  } });
  isDone = true;
  assert.equal(text(result), 'done');
  assert.ok(steps.length >= 3, JSON.stringify(steps)); // a client may drop the last
  assert.deepEqual(steps[0], { progress: 1, total: 4, message: 'step 1' });
  steps.forEach((one, at) => assert.ok(at === 0 || one.progress > steps[at - 1].progress));
};
cases['progress nobody asked for'] = async () => {
  const before = seen.length;
  await call('slow', { ms: 400 });
  assert.ok(seen.slice(before).every((message) => message.method === undefined));
};
cases['cancelled by the client'] = async () => {
  const abort = new AbortController();
  const pending = call('slow', { ms: 5000 }, { signal: abort.signal });
  await sleep(100);
  const before = seen.length;
  abort.abort('changed my mind');
  await assert.rejects(pending);
  const start = Date.now();
  await call('titles');
  assert.ok(Date.now() - start < 1000, 'the next call waited');
  assert.equal(seen.length - before, 1, 'the cancelled call was answered');
};
cases['cancelled while it waits'] = async () => {
  const first = call('slow', { ms: 800 });
  const abort = new AbortController();
  const second = call('slow', { ms: 5000 }, { signal: abort.signal });
  await sleep(50);
  abort.abort();
  await assert.rejects(second);
  assert.equal(text(await first), 'done');
  assert.equal(text(await call('titles')), '["a","b"]');
};
cases['time of the client'] = async () => {
  await assert.rejects(call('slow', { ms: 3000 }, { timeout: 200 }), /timed out/i);
  const start = Date.now();
  await call('titles');
  assert.ok(Date.now() - start < 1000, 'the next call waited');
};
cases['time of the tool'] = async () => {
  const start = Date.now();
  await fails('hang', { ms: 1500 }, 'hang: no answer within 300 ms');
  assert.ok(Date.now() - start < 1300, 'it took as long as the function');
  await sleep(1600 - (Date.now() - start)); // it holds its worker
  assert.equal(text(await call('hang', { ms: 0 })), 'late');
};
cases['many at once, in order'] = async () => {
  const order = [];
  await Promise.all(['a', 'b', 'c', 'd'].map(async (words) => {
    order.push(text(await call('upper', { text: words })));
  }));
  assert.deepEqual(order, ['A', 'B', 'C', 'D']);
};
cases['a list while a call runs'] = async () => {
  const pending = call('slow', { ms: 1500 });
  const start = Date.now();
  await client.listTools();
  if (!isModern) await client.ping();
  const answer = await raw({ jsonrpc: '2.0', id: 'aside', method: 'tools/list',
                             params: isModern ? { _meta: meta } : {} }, 'aside');
  assert.ok(answer.result.tools.length > 10);
  assert.ok(Date.now() - start < 1300, 'they waited');
  await pending;
};
cases['a full queue'] = async () => {
  const first = call('slow', { ms: 1500 });
  await sleep(50);
  const others = await Promise.all(Array.from({ length: 70 }, () => call('titles')));
  const refused = others.filter((result) => result.isError);
  assert.equal(refused.length, 6);
  assert.equal(text(refused[0]), 'busy: 64 calls are waiting; try again');
  assert.equal(text(await first), 'done');
};

// Code mode.
cases['a program'] = async () => {
  const program = '(let [found (tool/search {:query "lamp"})]\n  (println "found" (:count found))\n' +
                  '  {:count (:count found) :ids (mapv :id (:items found))})';
  const result = await call('run_program', { program });
  assert.ok(!result.isError, text(result));
  assert.equal(text(result), 'found 2\n{"count":2,"ids":[1,3]}\n;; 1 tool call: search 1');
  assert.equal(result.structuredContent, undefined);
};
cases['a program with context'] = async () => {
  const result = await call('run_program', { program: '(reduce + ctx/numbers)', context: { numbers: [1, 2, 3] } });
  assert.equal(text(result), '6');
};
cases['a program that fails'] = async () => {
  await fails('run_program', { program: '(+ 1 nil)' }, /^type_error: /);
  await fails('run_program', { program: '(fail {:reason "x"})' }, /./);
  await fails('run_program', { program: '(tool/broken {})' }, /no such table/);
  await fails('run_program', { program: '((((' }, /./);
  await fails('run_program', {}, /^Tool validation errors:\n- program: /);
};

cases['a program that does not end'] = () =>
  fails('run_program', { program: '(loop [i 0] (recur (inc i)))' }, /^(fuel_exceeded|timeout): /);
cases['a program that is cancelled'] = async () => {
  const abort = new AbortController();
  const pending = call('run_program', { program: '(tool/slow {:ms 5000})' }, { signal: abort.signal });
  await sleep(100);
  abort.abort();
  await assert.rejects(pending);
  const start = Date.now();
  assert.equal(text(await call('run_program', { program: '(+ 1 2)' })), '3');
  assert.ok(Date.now() - start < 1500, 'the next call waited');
};
cases['what programs see of hidden fields'] = async () => {
  assert.doesNotMatch(text(await call('run_program', { program: '(tool/pay {:amount 3})' })), /hidden-/);
};
cases['a long value'] = async () => {
  const told = text(await call('run_program', { program: '(apply str (repeat 20000 "x"))' }));
  assert.ok(told.length <= 8000, String(told.length));
  assert.match(told, /;; cut: \d+ of 2000\d characters; /);
};

// Subscriptions.
if (isModern) cases['subscriptions/listen'] = async () => {
  const subscription = await client.listen({ toolsListChanged: true });
  assert.deepEqual(subscription.honoredFilter, {});
  await subscription.close();
  assert.equal(await subscription.closed, 'local');
};

if (isModern) cases['too many subscriptions'] = async () => {
  const listen = (id) => ({ jsonrpc: '2.0', id, method: 'subscriptions/listen',
                            params: { notifications: { toolsListChanged: true }, _meta: meta } });
  const ids = Array.from({ length: 16 }, (_, at) => `s${at}`);
  transport._process.stdin.write(ids.map((id) => JSON.stringify(listen(id)) + '\n').join(''));
  assert.equal((await raw(listen('s16'), 's16')).error.code, -32603);
  const cancel = (requestId) => ({ jsonrpc: '2.0', method: 'notifications/cancelled',
                                   params: { requestId, _meta: meta } });
  transport._process.stdin.write(ids.map((id) => JSON.stringify(cancel(id)) + '\n').join(''));
  const subscription = await client.listen({ toolsListChanged: true });
  await subscription.close();
};
if (isModern) cases['cancelling without an envelope'] = async () => {
  const pending = raw({ jsonrpc: '2.0', id: 'x1', method: 'tools/call',
                        params: { name: 'slow', arguments: { ms: 400 }, _meta: meta } }, 'x1', 300);
  transport._process.stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x1"}}\n');
  assert.equal(await pending, undefined); // an old cancellation also ends it
  assert.equal(text(await call('titles')), '["a","b"]');
};

// Lines that no client sends: all rows of [mcp 2, 3, 5] except those above.
for (const row of rows(isModern ? 'modern' : 'legacy', meta)) {
  cases[`line: ${row.name}`] = async () => {
    const answer = await raw(row.line, row.id ?? 'none', row.expect === null ? 150 : 5000);
    if (row.expect === null) assert.equal(answer, undefined);
    else row.expect(answer ?? assert.fail('no answer'));
  };
}

// --- All ------------------------------------------------------------------------------------

let failed = 0;
for (const [name, run] of Object.entries(cases)) {
  try {
    await run();
  } catch (error) {
    failed++;
    console.log(`FAILED ${peer} ${mode}: ${name}: ${String(error.message).slice(0, 600)}`);
  }
}
// The end of input: subscriptions are answered, and the process ends.
const last = isModern ? await raw({ jsonrpc: '2.0', id: 'last', method: 'subscriptions/listen',
                                    params: { notifications: {}, _meta: meta } }, 'last', 100) : undefined;
const start = Date.now();
await client.close();
const answer = seen.findLast((message) => message.id === 'last');
if (last || Date.now() - start > 1500 || (isModern && answer?.result?.resultType !== 'complete')) {
  failed++;
  console.log(`FAILED ${peer} ${mode}: the end took ${Date.now() - start} ms, ${JSON.stringify(answer)}`);
}
console.log(`${Object.keys(cases).length + 1} cases, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
