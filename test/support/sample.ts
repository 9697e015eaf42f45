/** How much of a table of alike cases is played: a part of it, and all with EMK_EVERY_REQUEST=1, as each night does. */
const everything = Boolean(process.env['EMK_EVERY_REQUEST']);

/** So many rows of a table, from all over it. */
export const sample = <const T>(rows: readonly T[], most: number): readonly T[] =>
  everything
    ? rows
    : rows.filter((_, at) => Math.floor(((at + 1) * most) / rows.length) > Math.floor((at * most) / rows.length));

/** How often a random property is tried. */
export const tries = (usual: number, all: number): number => (everything ? all : usual);

/** Of so many cases in a row, which are alike, one is played. */
export const oneIn = (cases: number): number => (everything ? 1 : cases);

/** Of rows that are alike one of so many. */
export const oneOf = <const T>(cases: number, rows: readonly T[]): readonly T[] =>
  rows.filter((_, at) => at % oneIn(cases) === 0);

/** One of these rows, another for each turn. */
export const oneInTurn = <const T>(rows: readonly T[], turn: number): readonly T[] =>
  rows.filter((_, at) => (at + turn) % oneIn(rows.length) === 0);
