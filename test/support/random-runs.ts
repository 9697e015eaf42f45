/** How often a random property is tried: as every run can afford, or as EMK_RUNS says, to find rare failures. */
export const randomRuns = (everyday: number): number => Math.max(everyday, Number(process.env['EMK_RUNS'] ?? 0));

/** How often fast-check tries a property. */
export const samples = (everyday: number): {readonly numRuns: number} => ({numRuns: randomRuns(everyday)});
