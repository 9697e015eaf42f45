/** What `--fail-if` says about an invalid condition. */
import {expect, test} from 'vitest';
import {mailingMailings} from '../../src/insight/counters.js';
import {readLimits} from '../../src/insight/results.js';
import {fakeHost} from '../accounts/fake-host.js';

test('the example in its hint is one that it takes', () => {
  const context = {host: fakeHost(), zones: () => ({}), notice: () => undefined};
  const refused = expect.objectContaining({hint: expect.stringContaining("--fail-if 'bounce_rate>2%'")});
  expect(() => readLimits(context, ['opens'], mailingMailings)).toThrow(refused);
  expect(readLimits(context, ['bounce_rate>2%'], mailingMailings)).toHaveLength(1);
});
