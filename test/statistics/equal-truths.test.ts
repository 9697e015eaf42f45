/** Mailings that are equal in truth: at most one screen of twenty says that they differ. */
import {describe, expect} from 'vitest';
import {eachPart, eitherTest} from '../in-two-parts.js';
import {falseClaims} from './screens.js';

const screens = eachPart(100, 6000);

describe('at most one screen of twenty claims a difference', () => {
  eitherTest.each([2, 4, 12])('of %i equal mailings', {timeout: 300_000}, mailings => {
    expect(falseClaims(screens, mailings) / screens).toBeLessThanOrEqual(0.05);
  });
});
