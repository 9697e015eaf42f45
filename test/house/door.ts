/** Only the door says that people passed it, and a request by hand is a rare thing: else there would be a way past. */
import {expect, test} from 'vitest';
import {sources} from './sources.js';

/** The files whose text has this. */
const filesWith = (pattern: RegExp): readonly string[] =>
  [...sources]
    .filter(([, {text}]) => pattern.test(text))
    .map(([file]) => file)
    .sort();

test('only the door says that people passed it', () => {
  expect(filesWith(/\bas (?:unknown as )?Passed\b/)).toEqual(['who-left/door.ts']);
});

test('only requests that somebody wrote by hand, probes, and the client that hands them on are sent raw', () => {
  expect(filesWith(/\.raw\(/)).toEqual(['address-index/forget-moves.ts', 'cli/api-command.ts', 'doctor/service.ts']);
});
