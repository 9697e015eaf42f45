import type {RecordView} from '../../csv/bytes/read-records.js';
import {cacheCells, textOf} from './cell-cache.js';
import type {Rules} from './rules.js';

/** A country that the service does not list, as written, with the first lines that have it. */
export type StrangeCountry = {readonly text: string; rows: number; readonly lines: number[]};

/** Looks at the country of every row, unless a strange one makes its row bad. A file has few different ones, so most cells are recognised by their bytes. */
export function watchCountries({filled, countries, onlyListed}: Pick<Rules, 'filled' | 'countries' | 'onlyListed'>): {
  see(record: RecordView): void;
  readonly strange: Iterable<StrangeCountry>;
} {
  const slot = filled.find(({kind}) => kind === 'country');
  const {column, part} = slot ?? {column: -1, part: undefined};
  const countryIn = (text: string): string => part?.(text) ?? text;
  // A value that is damaged or left empty is no country.
  const isReplaced = (text: string): boolean => {
    const fitted = slot?.rule.read(text);
    return fitted !== undefined && (!('value' in fitted) || fitted.value !== text);
  };
  const isKnown = cacheCells(column, cell => {
    const text = countryIn(cell);
    return text === '' || countries?.(text) !== undefined || isReplaced(text);
  });
  const strange = new Map<string, StrangeCountry>();
  return {
    get strange() {
      return strange.values();
    },
    see(record) {
      if (column < 0 || countries === undefined || onlyListed || isKnown(record)) return;
      const text = countryIn(textOf(record, column));
      const found = strange.get(text) ?? {text, rows: 0, lines: []};
      found.rows++;
      if (found.lines.length < SHOWN) found.lines.push(record.line);
      if (strange.size < MOST) strange.set(text, found);
    },
  };
}

const SHOWN = 5;

/** The most texts to keep: a wrongly mapped column may have a different one in every row. */
const MOST = 100;
