/** What `--fail-if` says of a condition that it cannot read. */
import {expect, test} from 'vitest';
import {readLimits} from '../../src/statistics/limits.js';
import {singleSendMailings} from '../../src/statistics/mailing-kinds.js';

test('the example in its hint is one that it takes', () => {
  const refused = expect.objectContaining({hint: expect.stringContaining("as in --fail-if 'bounce_rate>2%'.")});
  expect(() => readLimits(['opens'], singleSendMailings, 'UTC')).toThrow(refused);
  expect(readLimits(['bounce_rate>2%'], singleSendMailings, 'UTC')).toHaveLength(1);
});
