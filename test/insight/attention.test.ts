/** What needs attention is short: five things, and untouched drafts as one. */

import {expect, test} from 'vitest';
import {mostUrgent} from '../../src/insight/concerns.js';
import type {Concern} from '../../src/insight/shapes.js';

const draft = (name: string, month: string): Concern => ({
  check: 'send-forgotten',
  level: 'warning',
  says: name,
  draft: {name, month},
});
const late = (name: string): Concern => ({check: 'send-late', level: 'error', says: name});

test('drafts are said together, by name, since the last of them was touched', () => {
  const {shown, more} = mostUrgent([late('May'), draft('A', '2026-01'), draft('B', '2026-03'), draft('C', '2025-12')]);
  expect(shown.map(({says}) => says)).toEqual([
    'May',
    '3 drafts nobody has touched since March 2026: "A", "B" and "C".',
  ]);
  expect(more).toBe(0);
});

test('one draft stands as it is, and the rest is counted', () => {
  const {shown, more} = mostUrgent([...'abcdef'].map(late).concat(draft('A', '2026-01')));
  expect([shown.length, more]).toEqual([5, 2]);
});
