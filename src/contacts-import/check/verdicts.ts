export const good = 1;
export const rejected = 2;
export const repeated = 3;

/** Skipped because of a status column: in this row, or in another row with the same address. */
export const skippedByStatus = {left: 4, bounced: 5, out: 6} as const;

export const isSkippedByStatus = (verdict: number): boolean => verdict >= skippedByStatus.left;
