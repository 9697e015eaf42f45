/**
 * An agent as somebody else would write it, with the real client of the protocol, installed in a folder beside emk: it counts the
 * contacts of a sandbox in both revisions, and cannot send.
 */
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [folder] = process.argv.slice(2);
const installed = createRequire(`${folder}/package.json`);
const load = name => import(pathToFileURL(installed.resolve(name)));
const [{Client}, {StdioClientTransport}] = await Promise.all([
  load('@modelcontextprotocol/client'),
  load('@modelcontextprotocol/client/stdio'),
]);

for (const mode of [{pin: '2026-07-28'}, 'legacy']) {
  const client = new Client({name: 'somebody', version: '1'}, {versionNegotiation: {mode}});
  const line = [`${folder}/node_modules/emk-cli/bin/emk.js`, '--sandbox', 'mcp'];
  await client.connect(new StdioClientTransport({command: process.execPath, args: line, env: process.env}));
  const {tools} = await client.listTools();
  const {structuredContent} = await client.callTool({name: 'count', arguments: {kind: 'contacts'}});
  if (!(structuredContent?.result > 0)) throw new Error(`It counted ${JSON.stringify(structuredContent)}.`);
  if (tools.some(({name}) => /send|delete|create/.test(name) && name !== 'check_send'))
    throw new Error(`It was offered ${tools.map(({name}) => name).join(', ')}.`);
  console.log(`An agent of ${client.getNegotiatedProtocolVersion()} counts ${structuredContent.result} contacts`);
  await client.close();
}
