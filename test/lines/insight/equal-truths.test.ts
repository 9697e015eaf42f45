/** Mailings that are equal in truth: at most one screen of twenty says that they differ. */

import {describe, expect, test} from 'vitest';
import {tries} from '../../support/sample.js';
import {falseClaims} from './screens.js';

const screens = tries(100, 6000);

describe('at most one screen of twenty claims a difference', () => {
  test.each([2, 4, 12])('of %i equal mailings', {timeout: 300_000}, mailings => {
    expect(falseClaims(screens, mailings) / screens).toBeLessThanOrEqual(0.05);
  });
});
