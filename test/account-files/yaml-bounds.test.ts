/** Files made to be slow to read are refused at once, at the place of the first mistake. */
import {expect, test, vi} from 'vitest';
import {Composer} from 'yaml';
import {readYaml} from '../../src/account-files/folder/yaml.js';

test.each([
  ['aliases', `senders: &a 1\nb: [${Array(50_000).fill('*a').join(',')}]\n`, '&a is an anchor', {line: 1, column: 10}],
  ['aliases of nothing', `senders:\n${'  - *a\n'.repeat(50_000)}`, '*a is an anchor', {line: 2, column: 5}],
  ['brackets', `senders: ${'['.repeat(200_000)}`, 'nested too deeply', {line: 1, column: 74}],
  ['brackets, one a line', `senders:\n${'[\n'.repeat(200_000)}`, 'nested too deeply', {line: 66, column: 1}],
  ['braces', `senders: ${'{a: '.repeat(200_000)}`, 'nested too deeply', {line: 1, column: 266}],
])('%s', (_, text, says, at) => {
  const building = vi.spyOn(Composer.prototype, 'compose');
  const {mistakes, root, rewritten} = readYaml(text);
  expect(mistakes[0]).toMatchObject({says: expect.stringContaining(says), at});
  expect(mistakes.length).toBeLessThanOrEqual(100);
  expect(root.is).toBe('nothing');
  expect(rewritten({}, () => undefined)).toBe(text);
  // Nothing is built from such a file: building took long.
  expect(building).not.toHaveBeenCalled();
  readYaml('senders: []\n');
  expect(building).toHaveBeenCalled();
  building.mockRestore();
});

test.each([
  'senders:\n  - nickname: "*a &b [[["\n    html: |\n      *bold* &amp;\n      [[[\n      &x\n',
  `senders:\n  - nickname: >-\n      *a\n  - nickname: 'x ${'['.repeat(100)}'\n  - nickname: a & b * c # *d &e ${'['.repeat(100)}\n`,
])('signs in a text are text', text => {
  expect(readYaml(text).mistakes).toEqual([]);
});

test('a map of very many keys is read in one go, and each key that stands twice is told', {tags: ['long']}, () => {
  const keys = Array.from({length: 5_000}, (_, at) => `k${at}: 1`);
  const {mistakes} = readYaml([...keys, 'k7: 2', 'k9: 3'].join('\n'));
  expect(mistakes.map(({says, at}) => [says, at.line])).toEqual([
    ['This key is given twice.', 5_001],
    ['This key is given twice.', 5_002],
  ]);
});
