/** What changes something ends with the sum of its work, from which its exit code follows. */
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {sources} from './sources.js';

test('only the room of work says that a line has ended', () => {
  const files = [...sources].filter(([, {text}]) => /\bas (?:unknown as )?Ended\b/.test(text)).map(([file]) => file);
  expect(files).toEqual(['work/ending.ts']);
});

test('every command that changes something says so', async () => {
  const all = commandsOf(await loadTree(tree));
  const changing = all.filter(({calls}) => calls.some(({effect}) => effect !== 'reads'));
  expect(changing.filter(({command}) => !command.changes).map(({path}) => path.join(' '))).toEqual([]);
});
