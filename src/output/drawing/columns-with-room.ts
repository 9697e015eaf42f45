/** The width that a column's contents need, whether they may be cut, and how readily the column leaves a table. */
type Candidate = {
  readonly width: number;
  readonly shrinks: boolean;
  /** The width below which it is not cut. */
  readonly least: number;
  /** The place among all columns by importance. */
  readonly rank: number;
  /** Whether it never leaves. */
  readonly stays: boolean;
};

/**
Chooses the columns for which there is room, by their places: the least important ones leave until the texts of the
others can be read. The names of records get more room than other texts.
*/
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

/** So much of a text tells one from another. */
const readable = (stays: boolean): number => (stays ? longName : 14);

/** A name is cut after everything else has left or was cut, but for what is beyond this. */
export const longName = 32;
