// SPDX-License-Identifier: MIT
// Lines that no official client sends, and the expected replies: the rows of [mcp 2, 3, 5].
import assert from 'node:assert/strict';

const supported = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

// --- Expected replies -----------------------------------------------------------------------

const error = (code, words, data = undefined) => (answer) => {
  assert.equal(answer.result, undefined, JSON.stringify(answer));
  assert.equal(answer.error.code, code, JSON.stringify(answer));
  if (words instanceof RegExp) assert.match(answer.error.message, words);
  else assert.equal(answer.error.message, words);
  assert.deepEqual(answer.error.data, data);
};
const result = (check) => (answer) => {
  assert.ok(answer.result, JSON.stringify(answer));
  check(answer.result);
};
const listed = result((it) => assert.ok(it.tools.length > 10));
const titles = result((it) => assert.equal(it.content[0].text, '["a","b"]'));
const titlesType = (type) =>
  result((it) => assert.equal(it.tools.find((tool) => tool.name === 'titles').outputSchema.type, type));

// --- Rows: {name, line, id, expect}, expect null: nothing comes -----------------------------

// A line without a readable id: its answer has none.
const nameless = (code, words) => ([name, line]) => ({ name, line, expect: (answer) => {
  assert.ok(!('id' in answer), JSON.stringify(answer));
  error(code, words)(answer);
} });
const silent = ([name, line, id]) => ({ name, line, id, expect: null });
const named = (name, line, expect) => ({
  name, line, expect, id: typeof line === 'string' ? JSON.parse(line.split('\n')[0]).id : line.id });
const bare = (id, method, params) => ({ jsonrpc: '2.0', id, method, params });
const initialize = (id, protocolVersion) =>
  bare(id, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
const initialized = (asked, given) =>
  named(`initialize with ${asked}`, initialize(`i-${asked}`, asked), result((it) => {
    assert.equal(it.protocolVersion, given);
    assert.deepEqual(it.serverInfo, { name: 'bench', version: '1.0.0' });
    assert.equal(it.resultType, undefined);
  }));

const notJson = [
  ['no JSON', '{"jsonrpc":"2.0","id":1,'],
  ['no JSON at all', 'hello'],
  ['NUL', '{"jsonrpc":"2.0","id":1,"method":"ping\0"}'],
].map(nameless(-32700, /^Parse error: .* at byte \d+$/));
const notRequests = [
  ['a number', '7'],
  ['a string', '"x"'],
  ['null', 'null'],
  ['an empty array', '[]'],
  ['an array', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
  ['equal keys', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}'],
].map(nameless(-32600, /^Invalid request: /));
const wrongIds = ['null', '1.5', 'true', '{}', '9223372036854775808', `"${'x'.repeat(257)}"`]
  .map((id) => [`id ${id.slice(0, 30)}`, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`])
  .map(nameless(-32600, /^Invalid request: .*id/));
const nothing = [
  ['blanks', '  \t '],
  ['no byte', ''],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/unknown"}'],
  ['a reply nobody asked for', '{"jsonrpc":"2.0","id":"r6","result":{}}', 'r6'],
  ['an error nobody asked for', '{"jsonrpc":"2.0","id":"r7","error":{"code":1,"message":"x"}}', 'r7'],
  ['cancelling what is not there',
   '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"none"}}'],
  ['cancelling nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled"}'],
].map(silent);
const wrongRequests = [
  named('JSON-RPC 1.0', '{"jsonrpc":"1.0","id":"r1","method":"ping"}', error(-32600, /^Invalid request: .*2\.0/)),
  named('no jsonrpc', '{"id":"r2","method":"ping"}', error(-32600, /^Invalid request: .*jsonrpc/)),
  named('no method', '{"jsonrpc":"2.0","id":"r3"}', error(-32600, /^Invalid request: .*method/)),
  named('method 7', '{"jsonrpc":"2.0","id":"r4","method":7}', error(-32600, /^Invalid request: .*method/)),
];
const methods = ['no/such', 'logging/setLevel', 'resources/list', 'resources/read', 'prompts/list', 'prompts/get',
                 'completion/complete', 'tasks/list', 'tools/', ''];

function sharedRows(request, call, isModern) {
  // Params that cannot be read have no envelope, so they are of the legacy era.
  const faulty = (words) => error(-32602, isModern ? /no initialize yet|^Invalid params: / : words);
  const expected = (path) => error(-32602, new RegExp(`^Invalid params: .*${path}: expected .*, got .`));
  const twice = JSON.stringify(call('c6', { name: 'pay', arguments: { amount: 1 } }))
    .replace('"amount":1', '"amount":1,"amount":2');
  return [
    ...notJson, ...notRequests, ...wrongIds, ...nothing, ...wrongRequests,
    nameless(-32700, /^Parse error: .*8388608/)(
      ['a long line', '{"jsonrpc":"2.0","id":"long","method":"' + 'x'.repeat(9 << 20) + '"}']),
    ...methods.map((method) => named(method, request(method, method), error(-32601, `Method not found: ${method}`))),
    named('params 7', bare('p1', 'tools/list', 7), faulty(/^Invalid params: params: expected .*, got .*7/)),
    named('params of a list', bare('p2', 'tools/list', []),
          faulty(/^Invalid params: params: expected an object, got a list$/)),
    named('_meta of a list', bare('p3', 'tools/list', { _meta: [] }),
          faulty(/^Invalid params: _meta: expected an object, got a list$/)),
    named('members nobody knows', { ...request('p4', 'tools/list'), more: [1] }, listed),
    named('no params of a call', isModern ? request('c1', 'tools/call') : bare('c1', 'tools/call'),
          expected('(params|name)')),
    named('name 7', call('c2', { name: 7 }), expected('name')),
    named('arguments of an array', call('c3', { name: 'titles', arguments: [1] }), expected('arguments')),
    named('arguments null', call('c4', { name: 'titles', arguments: null }), titles),
    named('progressToken of an object', call('c5', { name: 'titles', _meta: { progressToken: {} } }),
          expected('progressToken')),
    named('equal keys in arguments', twice, result((it) => {
      assert.equal(it.isError, true);
      assert.match(it.content[0].text, /^Tool validation errors:\n/);
    })),
    named('a cursor of no tool', request('c7', 'tools/list', { cursor: 'bogus' }), expected('cursor')),
    named('an empty cursor', request('c8', 'tools/list', { cursor: '' }), expected('cursor')),
    named('cursor 7', request('c9', 'tools/list', { cursor: 7 }), expected('cursor')),
    named('an escaped name', JSON.stringify(call('c10', { name: 'titles' })).replace('titles', '\\u0074itles'), titles),
    named('a name of nothing', call('c11', { name: '' }), error(-32602, 'Unknown tool: ')),
    named('a name with a line feed', call('c12', { name: 'a\n\u0007\u202eb' }),
          error(-32602, /^Unknown tool: [^\n\u0007\u202e]*$/)),
    named('a token of text', call('c13', { name: 'titles', _meta: { progressToken: 'tök' } }), titles),
    named('an id of text', call('ä "\n\u2028', { name: 'titles' }), titles),
    named('the smallest id', call(Number.MIN_SAFE_INTEGER, { name: 'titles' }), titles),
    named('an id in flight', [call('f1', { name: 'slow', arguments: { ms: 200 } }), call('f1', { name: 'titles' })]
      .map((one) => JSON.stringify(one)).join('\n'), error(-32600, /^Invalid request: .*f1.*/)),
  ];
}

const modernRows = (request) => [
  named('server/discover', request('d1', 'server/discover'), result((it) => {
    assert.deepEqual(it.supportedVersions, supported);
    assert.deepEqual(it.capabilities, { tools: {} });
    assert.match(it.instructions, /^Adds and searches\.\n/);
    assert.equal(it.ttlMs, 3600000);
    assert.equal(it.cacheScope, 'public');
    assert.equal(it.resultType, 'complete');
    assert.equal(it._meta['io.modelcontextprotocol/serverInfo'].name, 'bench');
  })),
  ...['tools/list', 'server/discover', 'no/such'].map((method) =>
    named(`${method} of 1900`, request(`v-${method}`, method, { _meta: { [versionKey]: '1900-01-01' } }),
          error(-32022, /1900-01-01/, { supported, requested: '1900-01-01' }))),
  named('a legacy version in _meta', request('v2', 'tools/list', { _meta: { [versionKey]: '2025-11-25' } }),
        error(-32022, /2025-11-25/, { supported, requested: '2025-11-25' })),
  named('no clientCapabilities', bare('v3', 'tools/list', { _meta: { [versionKey]: '2026-07-28' } }),
        error(-32602, /^Invalid params: _meta\["io.*clientCapabilities"\]: expected an object, got nothing$/)),
  named('clientCapabilities of an array', request('v4', 'tools/list', { _meta: { [capabilitiesKey]: [] } }),
        error(-32602, /^Invalid params: _meta\["io.*clientCapabilities"\]: expected an object, got a list$/)),
  named('version 7', request('v5', 'tools/list', { _meta: { [versionKey]: 7 } }),
        error(-32602, /^Invalid params: _meta\["io.*protocolVersion"\]: expected a string, got 7$/)),
  named('a modern ping', request('v6', 'ping'), error(-32601, 'Method not found: ping')),
  named('legacy before any initialize', bare('v7', 'tools/list'),
        error(-32602, /no initialize yet, and no _meta of revision 2026-07-28/)),
  named('a legacy ping', bare('v8', 'ping'), result((it) => assert.deepEqual(it, {}))),
  named('a modern list', request('v9', 'tools/list'), result((it) => {
    assert.equal(it.ttlMs, 3600000);
    assert.equal(it.cacheScope, 'public');
  })),
  initialized('2025-11-25', '2025-11-25'), // on the same stream
  named('a legacy list on a modern stream', bare('m1', 'tools/list'), titlesType('object')),
  named('a modern list after initialize', request('m2', 'tools/list'), titlesType('array')),
];

const legacyRows = () => [
  named('a list without params', bare('l1', 'tools/list'), listed),
  named('subscriptions/listen', bare('l2', 'subscriptions/listen', {}),
        error(-32601, 'Method not found: subscriptions/listen')),
  initialized('2024-11-05', '2024-11-05'),
  initialized('2025-06-18', '2025-06-18'),
  initialized('2026-07-28', '2025-11-25'),
  initialized('1999-01-01', '2025-11-25'),
  named('initialize without a version', bare('i1', 'initialize', {}),
        error(-32602, /^Invalid params: .*protocolVersion: expected .*, got /)),
  initialized('2025-03-26', '2025-03-26'), // whose batches are answered, by arrays that clients drop
  silent(['a batch of 2025-03-26', '[{"jsonrpc":"2.0","id":1,"method":"ping"},' +
          '{"jsonrpc":"2.0","id":2,"method":"no/such"},{"jsonrpc":"2.0","method":"notifications/x"}]']),
  nameless(-32600, /^Invalid request: /)(['an empty batch', '[]']),
  initialized('2025-11-25', '2025-11-25'),
];

export function rows(era, meta) {
  const isModern = era === 'modern';
  const request = (id, method, params = {}) =>
    bare(id, method, isModern ? { ...params, _meta: { ...meta, ...params._meta } } : params);
  const call = (id, params) => request(id, 'tools/call', params);
  return [...sharedRows(request, call, isModern), ...(isModern ? modernRows(request) : legacyRows())];
}
