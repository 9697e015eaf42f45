/** The accepted forms of a duration, in words for help and errors. */
export const durationForms = 'a time such as 500ms, 30s or 2m';

const day = 24 * 60 * 60 * 1000;
const inMilliseconds: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** Reads `500ms`, `30s`, `2m`, `1m30s` or a number of seconds as milliseconds; a day at most. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const total = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : sumOfParts(trimmed);
  return total === undefined || total > day ? undefined : Math.round(total);
}

function sumOfParts(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (inMilliseconds[unit] ?? 0),
    0,
  );
}
