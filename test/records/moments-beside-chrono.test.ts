/** What chrono-node 2.10.3 read in 428 phrases, and emk beside it: where the two differ, the file says both. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readMoment} from '../../src/records/dates/spoken-moment.js';

/** A Wednesday at noon, for both readers. Each line: the phrase, what chrono reads, and what emk does instead. */
const now = new Date('2026-11-18T12:00:00Z');
const lines = readFileSync(new URL('moments-beside-chrono.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

const reading = (phrase: string): string => {
  try {
    return readMoment(phrase, now, {service: 'UTC'}).slice(0, 16);
  } catch {
    return 'refused';
  }
};

test('emk reads each phrase as chrono does, or as the file says', () => {
  const differing = lines.filter(line => {
    const [phrase = '', chrono = '', emk = chrono] = line.split(' | ');
    return reading(phrase) !== emk;
  });
  expect(lines).toHaveLength(428);
  expect(differing).toEqual([]);
});
