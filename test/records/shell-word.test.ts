/** Lines in messages can be pasted, whatever their values contain. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {shellWord} from '../../src/words/shell-word.js';
import {runAgainst} from '../run-against.js';

test.each(['plain', "o'brien@acme.example", 'two words', '$HOME `id` "x" \\', 'a&b;c|d', '', '*'])(
  'a shell reads %j back',
  text => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], {encoding: 'utf8'})).toBe(text);
  },
);

test.each([
  [['single-sends', 'list', "name=it's"], `Did you mean --where 'name=it'\\''s'?`],
  [['api', 'GET', '/x', 'note=two words'], "Did you mean -f 'note=two words'?"],
])('%j', async (line, hint) => {
  expect((await runAgainst('http://127.0.0.1:9/api', line)).stderr).toContain(hint);
});
