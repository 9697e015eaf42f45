/** The width of a column's contents, whether they may be cut, and how early the column is dropped. */
type Candidate = {
  readonly width: number;
  readonly shrinks: boolean;
  readonly least: number;
  readonly rank: number;
  readonly stays: boolean;
};

/** Chooses the columns that fit: the least important are dropped until the others are readable. */
export function columnsWithRoom(columns: readonly Candidate[], roomFor: (count: number) => number): readonly number[] {
  const leaving = columns
    .map(({rank, stays}, index) => ({rank, stays, index}))
    .filter(({stays}) => !stays)
    .sort((one, other) => other.rank - one.rank)
    .map(({index}) => index);
  let kept = columns.map((_, index) => index);
  for (const index of leaving) {
    if (needed(kept.flatMap(place => columns[place] ?? [])) <= roomFor(kept.length)) break;
    kept = kept.filter(place => place !== index);
  }
  return kept;
}

const needed = (columns: readonly Candidate[]): number =>
  columns.reduce(
    (total, {width, shrinks, least, stays}) =>
      total + (shrinks ? Math.min(width, Math.max(least, readable(stays))) : width),
    0,
  );

/** The width at which a text can be told from others. */
const readable = (stays: boolean): number => (stays ? longName : 14);

/** A name is cut to this width first, and further only after everything else was dropped or cut. */
export const longName = 32;
