import type {RecordView} from '../../csv/read-records.js';
import {recallCells, textOf} from './recall-cell.js';
import type {Rules} from './rules.js';

/** Rows with a country that the service does not list: their number, and the first of them. */
export type StrangeCountries = {
  rows: number;
  first: {readonly line: number; readonly text: string} | undefined;
};

/** Looks at the country of every row. A file has few different countries, so most cells are recognised by their bytes. */
export function watchCountries({
  filled,
  countries,
}: Pick<Rules, 'filled' | 'countries'>): StrangeCountries & {see(record: RecordView): void} {
  const column = filled.find(({kind}) => kind === 'country')?.column ?? -1;
  const isKnown = recallCells(column, text => text === '' || countries?.(text) !== undefined);
  const watch: ReturnType<typeof watchCountries> = {
    rows: 0,
    first: undefined,
    see(record) {
      if (column < 0 || countries === undefined || isKnown(record)) return;
      watch.rows++;
      watch.first ??= {line: record.line, text: textOf(record, column)};
    },
  };
  return watch;
}
