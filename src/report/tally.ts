import type {Month} from './months.js';

/** Counts by key and by month. */
export type Tally<K> = {
  add(key: K, month: Month | undefined): void;
  /** The count of a key; of all keys if omitted. */
  total(key: K | undefined): number;
  undated(): number;
  inMonths(key: K | undefined, months: readonly Month[]): readonly number[];
  /** The count before a month, including things without a month. */
  before(key: K | undefined, month: Month): number;
  keys(): readonly K[];
  forget(key: K): void;
};

/** Makes an empty tally. It needs one number for each key and month, however much is counted. */
export function createTally<K>(): Tally<K> {
  const counts = new Map<K, Map<Month, number>>();
  const countsOf = (key: K | undefined): ReadonlyArray<ReadonlyMap<Month, number>> => {
    if (key === undefined) return [...counts.values()];
    const of = counts.get(key);
    return of ? [of] : [];
  };
  const sum = (key: K | undefined, counted: (month: Month) => boolean): number =>
    countsOf(key).reduce(
      (total, of) => [...of].reduce((part, [month, count]) => (counted(month) ? part + count : part), total),
      0,
    );
  return {
    add(key, month = UNDATED) {
      const of = counts.get(key) ?? new Map<Month, number>();
      counts.set(key, of);
      of.set(month, (of.get(month) ?? 0) + 1);
    },
    total: key => sum(key, () => true),
    undated: () => sum(undefined, month => month === UNDATED),
    inMonths: (key, months) =>
      months.map(month => countsOf(key).reduce((total, of) => total + (of.get(month) ?? 0), 0)),
    before: (key, first) => sum(key, month => month < first),
    keys: () => [...counts.keys()],
    forget: key => void counts.delete(key),
  };
}

/** Comes before every month. */
const UNDATED: Month = '';
