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

/** The states that are countedStates. */
const countedStates = {same, toChange, differs, needsCountry, ambiguous, keyless, taken, stopped, erasedThere};

/** How many rows are in each state. */
export type Counts = Readonly<Record<keyof typeof countedStates, number>>;

/** Counts what the comparison found; again after a person has decided about some rows. */
export function countsOf({states, size}: RowTable): Counts {
  const inState = new Uint32Array(256);
  for (const state of states.subarray(0, size)) inState[state] = (inState[state] ?? 0) + 1;
  return Object.fromEntries(
    Object.entries(countedStates).map(([name, state]) => [name, inState[state] ?? 0]),
  ) as Counts;
}

/** How many rows differ in each field; fields that no update can change are countedStates separately. */
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
