import {counted} from '../../words/count.js';

/** The accepted forms of an age, in words for errors. */
export const ageForms = 'a number with m, h, d or w, as in 90m, 12h, 2d or 1w';

/** An age such as `2d` in milliseconds. */
export const agedAs = (text: string): number => Number.parseInt(text, 10) * (units[text.slice(-1)] ?? Number.NaN);

const units: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000};

/** How old something is, for people: `3 days`. */
export function ageInWords(age: number): string {
  if (Number.isNaN(age)) return 'of unknown age';
  const [unit, size] = ages.find(([, each]) => age >= each) ?? ['minute', 60_000];
  const count = Math.max(0, Math.floor(age / size));
  return `${counted(count, unit)} old`;
}

const ages = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const;
