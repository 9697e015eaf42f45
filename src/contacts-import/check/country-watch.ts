import {trim} from '../../api/trim.js';
import {cellText} from '../../csv/cell-text.js';
import {unguard} from '../../csv/formula-guard.js';
import type {RecordView} from '../../csv/read-records.js';
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
  const known = new Map<number, Uint8Array>();
  let latest: Uint8Array = new Uint8Array(0);
  const isKnown = (record: RecordView): boolean => {
    const {bytes, cells} = record;
    const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
    if (isSame(latest, bytes, from, to)) return true;
    const mark = markOf(bytes, from, to);
    const before = known.get(mark);
    if (before !== undefined && isSame(before, bytes, from, to)) {
      latest = before;
      return true;
    }
    const text = trim(unguard(cellText(record, column)));
    if (text !== '' && countries?.(text) === undefined) return false;
    if (known.size < MOST) known.set(mark, Uint8Array.from(bytes.subarray(from, to)));
    return true;
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

/** A number that tells most cells apart without decoding them. */
function markOf(bytes: Uint8Array, from: number, to: number): number {
  let mark = to - from;
  for (let at = from; at < to; at++) mark = Math.imul(mark ^ (bytes[at] as number), 0x01000193);
  return mark;
}

function isSame(one: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (one.length !== to - from) return false;
  for (let at = from; at < to; at++) if (one[at - from] !== bytes[at]) return false;
  return true;
}

/** The most countries to remember, since a wrongly mapped column may have another text in every row. */
const MOST = 1000;
