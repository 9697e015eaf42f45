/** A terminal without a size says that it has 0 columns. */
import {expect, test} from 'vitest';
import {columnsOf} from '../../../src/core/system/host.js';
import {fakeHost} from '../../support/fake-host.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

test.each([
  [0, 80],
  [undefined, 80],
  [132, 132],
])('%s columns are %i', (columns, width) => {
  expect(columnsOf({columns})).toBe(width);
});

test('a message on such a terminal is a sentence, and not a word a line', async () => {
  const {stderr} = fakeHost({terminal: true});
  let shown = '';
  Object.assign(stderr, {columns: 0}).on('data', chunk => {
    shown += String(chunk);
  });
  await shell().emk('contacts show 999', {host: {stderr}});
  expect(shown.split('\n')[0]).toMatch(/error:.* .* .* /);
});
