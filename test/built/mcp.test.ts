/**
 * The built `emk mcp` and the real client, each as a process of its own, over both revisions of the protocol.
 * @module-tag long
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {expect, onTestFinished, test} from 'vitest';
import {revisions} from '../support/agent.js';

test.each(revisions)('the built file serves the revision of %s', async revision => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve('bin/emk.js'), '--sandbox', 'mcp'],
    env: {HOME: folder, EMK_CONFIG_DIR: folder, EMK_STATE_DIR: folder, PATH: process.env['PATH'] ?? ''},
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (piece: Buffer) => (said += String(piece)));
  const client = new Client(
    {name: 'a-test', version: '1'},
    {versionNegotiation: {mode: revision === '2026-07-28' ? {pin: revision} : 'legacy'}},
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  const {tools} = await client.listTools();
  expect(tools.length).toBeGreaterThan(10);
  const together = await Promise.all([
    client.callTool({name: 'count', arguments: {kind: 'contacts'}}),
    client.callTool({name: 'list', arguments: {kind: 'templates', columns: 'template_name'}}),
    client.callTool({name: 'overview', arguments: {}}),
    client.callTool({name: 'preview', arguments: {mailing: 'Newsletter'}}),
  ]);
  expect(together.map(({isError}) => isError)).toEqual([undefined, undefined, undefined, undefined]);
  expect(together[0]?.structuredContent).toEqual({result: 23});
  expect(said).toBe('');
});
