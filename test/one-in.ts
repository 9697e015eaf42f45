/** Of so many cases in a row, which are alike, one is played: all of them with EMK_EVERY_REQUEST=1, as `npm run test:faults -- --long` has it. */
export const oneIn = (cases: number): number => (process.env['EMK_EVERY_REQUEST'] ? 1 : cases);

/** The first of so many rows that are alike, and of the next; all of them with EMK_EVERY_REQUEST. */
export const oneOf = <const T>(cases: number, rows: readonly T[]): readonly T[] =>
  rows.filter((_, at) => at % oneIn(cases) === 0);
