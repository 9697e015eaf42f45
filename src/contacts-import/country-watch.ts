import {trim} from '../commands/trim.js';
import {unguard} from '../output/formula-guard.js';
import {cellText} from './cell-text.js';
import type {RecordView} from './read-records.js';
import type {Rules} from './row-rules.js';

/** Countries that the service does not list: how many rows have one, and the first of them. */
export type StrangeCountries = {
  rows: number;
  first: {readonly line: number; readonly text: string} | undefined;
};

/** Looks at the country of every row. A file names few countries, so each is looked up once. */
export function watchCountries({
  slots,
  countries,
}: Pick<Rules, 'slots' | 'countries'>): StrangeCountries & {see(record: RecordView): void} {
  const column = slots.find(({field}) => field === 'country')?.column ?? -1;
  const looked = new Map<string, boolean>();
  const isKnown = (record: RecordView): boolean => {
    const {bytes, cells} = record;
    const written = bytes.toString('latin1', cells.starts[column], cells.ends[column]);
    const before = looked.get(written);
    if (before !== undefined) return before;
    const text = trim(unguard(cellText(record, column)));
    const known = text === '' || countries?.(text) !== undefined;
    if (looked.size < MOST) looked.set(written, known);
    return known;
  };
  const watch: ReturnType<typeof watchCountries> = {
    rows: 0,
    first: undefined,
    see(record) {
      if (column < 0 || countries === undefined || isKnown(record)) return;
      watch.rows++;
      watch.first ??= {line: record.line, text: trim(unguard(cellText(record, column)))};
    },
  };
  return watch;
}

/** A column of something else may hold another text in every row. */
const MOST = 1000;
