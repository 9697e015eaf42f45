/** How often a random property is tried: as every run can afford, or as EMK_RUNS says, to find rare failures. */
export const randomRuns = (everyday: number): number => Math.max(everyday, Number(process.env['EMK_RUNS'] ?? 0));

/** The settings of fast-check: the same samples in every run, or others each time if EMK_RUNS asks for more. */
export const samples = (everyday: number): {readonly numRuns: number; readonly seed?: number} =>
  process.env['EMK_RUNS'] === undefined ? {numRuns: everyday, seed: SEED} : {numRuns: randomRuns(everyday)};

const SEED = 20_260_304;
