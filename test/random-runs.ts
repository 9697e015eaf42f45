/**
How often a random property is tried: as often as every run of all tests can afford, or as often as EMK_RUNS says, for whoever
looks for a failure that is rare.
*/
export const randomRuns = (everyday: number): number => Math.max(everyday, Number(process.env['EMK_RUNS'] ?? 0));
