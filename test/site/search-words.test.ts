/** The site finds a page by the words that people use for it, also those of the group above it. */
import {expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {loadTree, withBelow} from '../../src/reference/load-tree.js';
import {commandPath} from '../../src/site/page.js';
import {searchWords} from '../../src/site/search-words.js';

test.each([
  ['contacts export', 'people'],
  ['contacts export', 'download'],
  ['contacts delete', 'contact'],
  ['contacts', 'person'],
  ['contacts erase', 'gdpr'],
  ['unsubscribers add', 'opt-out'],
  ['single-sends cancel', 'mailings'],
])('"emk %s" is found by "%s"', async (command, word) => {
  const all = (await loadTree(tree)).flatMap(withBelow);
  const words = searchWords(all, new Map(all.map(({path}) => [path.join(' '), commandPath(path)])));
  expect(words[commandPath(command.split(' '))]?.split(' ')).toContain(word);
});
