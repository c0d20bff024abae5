// SPDX-License-Identifier: MIT
// An official client that has started a server and shaken hands with it: `peer` is `sdk`
// (@modelcontextprotocol/sdk 1) or `client` (@modelcontextprotocol/client 2), `mode` legacy, auto or
// modern. Packages are those of the folder that this runs in.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = (name) => import(pathToFileURL(require.resolve(name)));
const names = { sdk: ['@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client/stdio.js'],
                client: ['@modelcontextprotocol/client', '@modelcontextprotocol/client/stdio'] };
const modes = { legacy: 'legacy', auto: 'auto', modern: { pin: '2026-07-28' } };

export async function connect(peer, mode, [command, ...args]) {
  const [{ Client }, { StdioClientTransport }] = await Promise.all(names[peer].map(load));
  const client = new Client({ name: 'driver', version: '1.0.0' },
                            peer === 'sdk' ? {} : { versionNegotiation: { mode: modes[mode] } });
  const transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' });
  await client.connect(transport);
  return { client, transport };
}
