export const good = 1;
export const rejected = 2;
export const repeated = 3;

/** Skipped because of a status column: of this person, or of the same address elsewhere in the file. */
export const skippedByStatus = {left: 4, bounced: 5, out: 6} as const;

export const isSkippedByStatus = (verdict: number): boolean => verdict >= skippedByStatus.left;

/** The verdict on each row, by the line it begins on, in one byte for each line. */
export type Verdicts = {
  set(line: number, verdict: number): void;
  of(line: number): number;
};

/** Grows with the highest line. */
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
