export const good = 1;
export const rejected = 2;
export const repeated = 3;

/** Skipped because of a status column: in this row, or in another row with the same address. */
export const skippedByStatus = {left: 4, bounced: 5, out: 6} as const;

export const isSkippedByStatus = (verdict: number): boolean => verdict >= skippedByStatus.left;

/** The verdict on each row, by its first line, in one byte per line. */
export type Verdicts = {
  set(line: number, verdict: number): void;
  of(line: number): number;
};

/** The list grows with the highest line. */
export function makeVerdicts(): Verdicts {
  let bytes = new Uint8Array(1 << 16);
  return {
    set(line, verdict) {
      if (line >= bytes.length) {
        const larger = new Uint8Array(Math.max(bytes.length * 2, line + 1));
        larger.set(bytes);
        bytes = larger;
      }
      bytes[line] = verdict;
    },
    of: line => bytes[line] ?? 0,
  };
}
