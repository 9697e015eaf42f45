/** The accepted forms of a rate, for help and errors. */
export const rateForms = 'bytes a second such as 512, 1KiB or 2MB, or 0 for any';

const inBytes: Readonly<Record<string, number>> = {'': 1, b: 1, kb: 1e3, kib: 1024, mb: 1e6, mib: 1024 ** 2};

/** Reads `512`, `1KiB` or `2MB` as bytes a second; undefined if it is none of these. */
export function parseRate(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmi]*b?)$/.exec(text.trim().toLowerCase()) ?? [];
  const factor = inBytes[unit];
  return count === undefined || factor === undefined ? undefined : Math.round(Number(count) * factor);
}
