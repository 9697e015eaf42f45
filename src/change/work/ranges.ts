import {number, plural, withMore} from '../../core/words/sentence.js';

/** Lines of the file as ranges of first and last line. The journal names rows by lines, never by address. */
export type Ranges = ReadonlyArray<readonly [first: number, last: number]>;

export function union(one: Ranges, other: Ranges): Ranges {
  // Rows mostly come in order, and there can be very many.
  if ((one.at(-1)?.[1] ?? -1) < (other[0]?.[0] ?? 0)) return [...one, ...other];
  const joined: Array<[number, number]> = [];
  for (const [first, last] of [...one, ...other].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before && first <= before[1]) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** The lines of `one` that are not in `other`. Both are in order. */
export function without(one: Ranges, other: Ranges): Ranges {
  const left: Array<[number, number]> = [];
  let at = 0;
  for (const [first, last] of one) {
    let from = first;
    while (at < other.length && (other[at]?.[1] ?? 0) < from) at++;
    for (let next = at; from <= last; next++) {
      const [start, end] = other[next] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      if (start > from) left.push([from, Math.min(last, start - 1)]);
      from = end + 1;
    }
  }
  return left;
}

/** How many lines there are. */
export const sizeOf = (ranges: Ranges): number => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** Numbers as ranges, whatever their order. */
export function rangesOfNumbers(numbers: Iterable<number>): Ranges {
  const ranges: Array<[number, number]> = [];
  for (const each of Float64Array.from(numbers).sort()) {
    const last = ranges.at(-1);
    if (last && each <= last[1] + 1) last[1] = each;
    else ranges.push([each, each]);
  }
  return ranges;
}

/** Whether ordered ranges contain a line. */
export function covers(ranges: Ranges, line: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (line < first) high = middle - 1;
    else if (line > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** Ranges in words: `line 7`, `lines 4,012–4,261`, `lines 2–9, 12 and 40 more places`. */
export function rangesInWords(ranges: Ranges): string {
  const each = ranges.map(([first, last]) => (first === last ? number(first) : `${number(first)}–${number(last)}`));
  const lines = sizeOf(ranges);
  const places = ranges.length > SHOWN ? ' places' : '';
  return `${plural(lines, 'line')} ${withMore(each, ranges.length, SHOWN)}${places}`;
}

const SHOWN = 6;
