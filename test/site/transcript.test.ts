/** A played line is shown on the site as a person saw it. */
import {expect, test} from 'vitest';
import {readTranscript} from '../../src/site/transcript.js';

test('notices stand before the data, and an error after it', () => {
  const [played] = readTranscript(
    '$ emk x\nID  Name\n 1  Ann\n2> One thing first.\n2> error: Half of it.\n2>   Do the rest.\n[exit 8]\n',
  );
  expect(played?.seen).toEqual([
    '2> One thing first.',
    'ID  Name',
    ' 1  Ann',
    '2> error: Half of it.',
    '2>   Do the rest.',
    '[exit 8]',
  ]);
});
