/** The server for agents is a pack of its own: no other command loads it. */
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';

const packs = new Map(
  readdirSync('dist')
    .filter(name => name.endsWith('.js'))
    .map(name => [name, readFileSync(`dist/${name}`, 'utf8')]),
);

test('only "emk mcp" needs the server, and only the server holds the protocol', () => {
  const needing = [...packs].filter(([, code]) => code.includes('agents-serve.js')).map(([name]) => name);
  expect(needing).toEqual(['agents-mcp-command.js']);
  const holding = [...packs].filter(([, code]) => code.includes('io.modelcontextprotocol/')).map(([name]) => name);
  expect(holding).toEqual(['agents-serve.js']);
});
