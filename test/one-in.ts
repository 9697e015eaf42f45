/** Of so many cases in a row, which are alike, one is played: all of them with EMK_EVERY_REQUEST=1, as `npm run test:faults -- --long` has it. */
export const oneIn = (cases: number): number => (process.env['EMK_EVERY_REQUEST'] ? 1 : cases);

/** Of rows that are alike one of so many; all of them with EMK_EVERY_REQUEST. */
export const oneOf = <const T>(cases: number, rows: readonly T[]): readonly T[] =>
  rows.filter((_, at) => at % oneIn(cases) === 0);

/** One of these rows, another for each turn; all of them with EMK_EVERY_REQUEST. */
export const oneInTurn = <const T>(rows: readonly T[], turn: number): readonly T[] =>
  rows.filter((_, at) => (at + turn) % oneIn(rows.length) === 0);
