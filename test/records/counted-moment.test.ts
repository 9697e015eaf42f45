/** A moment that counts from that of a mailing. */
import {expect, test} from 'vitest';
import {countedFrom} from '../../src/records/dates/counted-moment.js';

test('a moment is counted from the old one, on the clock of the account', () => {
  const from = (at: string, old: string | undefined = '2026-01-31 09:00:00') => countedFrom(old, at);
  expect(from('+7 days')).toBe('2026-02-07 09:00:00');
  expect(from('-90 min')).toBe('2026-01-31 07:30:00');
  expect(from('+1 month')).toBe('2026-02-28 09:00:00');
  expect(from('+2w')).toBe('2026-02-14 09:00:00');
  expect(from('friday 9am')).toBe('friday 9am');
  expect(() => from('+1 moon')).toThrow('not a time that emk can count');
  expect(() => countedFrom(undefined, '+1 day')).toThrow('the service shows none');
});
