/** The width of a column's contents, whether they may be cut, and how early the column is dropped. */
type Candidate = {
  readonly width: number;
  readonly shrinks: boolean;
  readonly least: number;
  readonly rank: number;
  readonly stays: boolean;
  readonly isKey: boolean;
};

/** Chooses the columns that fit and are still readable: the most important first, then what the rest has room for. */
export function columnsWithRoom(columns: readonly Candidate[], roomFor: (count: number) => number): readonly number[] {
  const byImportance = [...columns.entries()].sort(
    ([, one], [, other]) => Number(other.stays) - Number(one.stays) || one.rank - other.rank,
  );
  const kept: number[] = [];
  let used = 0;
  for (const [at, [index, column]] of byImportance.entries()) {
    const fits = used + leastOf(column) <= roomFor(kept.length + 1);
    // An id is for scripts: it gets no space while a column for people has none.
    const isLeftOver = column.isKey && kept.length < at;
    if (!column.stays && (!fits || isLeftOver)) continue;
    kept.push(index);
    used += leastOf(column);
  }
  return kept.sort((one, other) => one - other);
}

/** The smallest width at which a column is readable. */
const leastOf = ({width, shrinks, least, stays}: Candidate): number =>
  shrinks ? Math.min(width, Math.max(least, readable(stays))) : width;

/** The width at which a text can be told from others. */
const readable = (stays: boolean): number => (stays ? longName : 14);

/** A name is cut to this width first, and further only after everything else was dropped or cut. */
export const longName = 32;
