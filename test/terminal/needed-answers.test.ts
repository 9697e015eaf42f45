/** What a command needs is not optional at its question. */
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();
const add = ['segments', 'recipients', 'add', '--segment', 'Customers in Germany'];

const one = [
  ['❯ ', '\r'],
  ['then press Ctrl-D', 'EMAIL\n\u0004'],
] as const;
const asks = (email: string) => one.map(([question, keys]) => [question, keys.replace('EMAIL', email)] as const);

test('somebody whom no contact names is refused with the options that name them', {tags: ['long']}, async () => {
  const {code, stderr} = await atTerminal(shell(), add, ...asks('new@acme.example'));
  expect([code, stderr]).toEqual([2, expect.stringContaining('Add --first-name and --last-name.')]);
});

test('somebody whom a contact names is asked about no further', async () => {
  const {code, stderr} = await atTerminal(shell(), add, ...asks('liam@example.ie'));
  expect([code, stderr]).toEqual([0, expect.stringContaining('liam@example.ie was added to the segment')]);
});
