/** One file makes each thing that a change needs to be sent: else there would be a way past. */
import {expect, test} from 'vitest';
import {sources} from './sources.js';

/** The files whose text has this. */
const filesWith = (pattern: RegExp): readonly string[] =>
  [...sources]
    .filter(([, {text}]) => pattern.test(text))
    .map(([file]) => file)
    .sort();

test.each([
  ['a permit', /\bas (?:unknown as )?Permit/],
  ['an admission', /\bas (?:unknown as )?(?:Admission|Admit)\b/],
  ['the end of a change', /\bas (?:unknown as )?Ended\b/],
])('one file makes %s', (_, pattern) => {
  expect(filesWith(pattern)).toHaveLength(1);
});

test('few files delete without a copy, ask nothing before something dangerous, or send a request by hand', () => {
  expect(filesWith(/\bkept: 'none'/).length).toBeLessThanOrEqual(3);
  expect(filesWith(/\bsettled: ['`]/).length).toBeLessThanOrEqual(7);
  expect(filesWith(/\.raw\(/).length).toBeLessThanOrEqual(3);
});
