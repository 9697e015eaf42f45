/** Mailings that are equal in truth: at most one screen of twenty says that they differ. */
import {expect, test} from 'vitest';
import {falseClaims} from './screens.js';

test.each([2, 4, 12])('%i equal mailings', mailings => {
  const screens = 4000;
  const {report, compare} = falseClaims(screens, mailings);
  expect(report / screens).toBeLessThanOrEqual(0.05);
  expect(compare / screens).toBeLessThanOrEqual(0.05);
});
