import type {ComparisonTerms} from './read-rows.js';
import {
  ambiguous,
  differs,
  erasedThere,
  keyless,
  needsCountry,
  type RowTable,
  same,
  stopped,
  taken,
  toChange,
} from './row-table.js';
import type {Differences} from './sync-result.schema.js';

/** How many rows are in each state. */
export type Counts = Readonly<
  Record<
    'same' | 'toChange' | 'differs' | 'needsCountry' | 'ambiguous' | 'keyless' | 'taken' | 'stopped' | 'erasedThere',
    number
  >
>;

/** Counts what the comparison found; again after a person has decided about some rows. */
export function countsOf({states, size}: RowTable): Counts {
  const counts = {
    same: 0,
    toChange: 0,
    differs: 0,
    needsCountry: 0,
    ambiguous: 0,
    keyless: 0,
    taken: 0,
    stopped: 0,
    erasedThere: 0,
  };
  const names = {
    [same]: 'same',
    [toChange]: 'toChange',
    [differs]: 'differs',
    [needsCountry]: 'needsCountry',
    [ambiguous]: 'ambiguous',
    [keyless]: 'keyless',
    [taken]: 'taken',
    [stopped]: 'stopped',
    [erasedThere]: 'erasedThere',
  } as const;
  for (let row = 0; row < size; row++) {
    const name = names[states[row] as keyof typeof names];
    if (name) counts[name]++;
  }
  return counts;
}

/** How many rows differ in each field; fields that no update can change are counted separately. */
export function differencesIn(
  rows: RowTable,
  {fields}: ComparisonTerms,
): {readonly carried: Differences; readonly notCarried: Differences} {
  const carried: Record<string, number> = {};
  const notCarried: Record<string, number> = {};
  for (const [at, field] of fields.entries()) {
    const count = rows.timesNoted(at);
    if (count > 0) (field.carried ? carried : notCarried)[field.name] = count;
  }
  return {carried, notCarried};
}
