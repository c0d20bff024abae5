// SPDX-License-Identifier: MIT
// The server of mcp.sig on the official SDKs: `node peer_mcp.mjs sdk|server`, packages
// @modelcontextprotocol/sdk 1 and @modelcontextprotocol/server 2 of the folder that this runs in.
// [docs/performance.md]
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.cwd() + '/');
const load = (name) => import(pathToFileURL(require.resolve(name)));
const names = {
  sdk: ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/stdio.js'],
  server: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
};
const [server, stdio] = await Promise.all(names[process.argv[2]].map(load));
const { z } = await load('zod');

const items = [{ id: 1, title: 'lamp' }, { id: 2, title: 'chair' }, { id: 3, title: 'desk lamp' },
               { id: 4, title: 'table' }];

function make() {
  const made = new server.McpServer({ name: 'bench', version: '1.0.0' });
  made.registerTool('search', {
    title: 'Search the shop',
    description: 'Find items that match the query.',
    inputSchema: z.object({ query: z.string(), limit: z.number().int().min(1).max(100).optional() }),
    outputSchema: z.object({ count: z.number().int(),
                             items: z.array(z.object({ id: z.number().int(), title: z.string() })) }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, async ({ query, limit }) => {
    const found = items.filter((item) => item.title.includes(query)).slice(0, limit ?? 10);
    const result = { count: found.length, items: found };
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
  });
  return made;
}

if (stdio.serveStdio) // of both eras
  stdio.serveStdio(() => make());
else
  await make().connect(new stdio.StdioServerTransport());
