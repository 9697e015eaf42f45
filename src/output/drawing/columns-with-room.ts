/** The width of a column's contents, whether they may be cut, and how early the column is dropped. */
import type {CellColumn} from './cells.js';

type Candidate = Pick<CellColumn, 'shrinks' | 'least' | 'rank' | 'stays' | 'isKey'> & {readonly width: number};

/** Chooses the columns that fit and are still readable: the most important first, then what the rest has room for. */
export function columnsWithRoom(columns: readonly Candidate[], roomFor: (count: number) => number): readonly number[] {
  const ordered = byImportance(columns).flatMap(index => (columns[index] ? [{...columns[index], index}] : []));
  const kept: (typeof ordered)[number][] = [];
  for (const [at, column] of ordered.entries()) {
    // A status or a date beside the name is worth more than the end of a long name. Further columns are not.
    const name = at <= 2 && !column.shrinks ? shortName : longName;
    const needed = [...kept, column].map(each => leastOf(each, {name, second: at > 1 && each === ordered[1]}));
    const fits = needed.reduce((total, width) => total + width, 0) <= roomFor(needed.length);
    // An id is for scripts: it gets no space while a column for people has none.
    const isLeftOver = column.isKey && kept.length < at;
    if (column.stays || (fits && !isLeftOver)) kept.push(column);
  }
  return kept.map(({index}) => index).sort((one, other) => one - other);
}

/** The places of columns from most to least important: first what shows which record a row is. */
export const byImportance = (columns: ReadonlyArray<Pick<Candidate, 'stays' | 'rank'>>): readonly number[] =>
  [...columns.entries()]
    .sort(([, one], [, other]) => Number(other.stays) - Number(one.stays) || one.rank - other.rank)
    .map(([index]) => index);

/** The smallest width at which a column is readable; the most important one beside the name gets more than others. */
const leastOf = (
  {width, shrinks, least, stays}: Candidate,
  {name, second}: {readonly name: number; readonly second: boolean},
): number => (shrinks ? Math.min(width, Math.max(least, stays ? name : second ? shortName : 14)) : width);

/** A name is cut to this width first, and further only after everything else was dropped or cut. */
export const longName = 32;

/** A name of this width can still be told from others. */
export const shortName = 24;
