/** A number as people read it: `1,234`. */
export const number = (count: number): string => (count < 1000 && count > -1000 ? String(count) : grouped(count));

/** A number with its noun: `1 contact`, `1,234 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${plural(count, one, many)}`;

/** `12 people`; nothing if the service does not say how many. */
export const people = (count: unknown): string => (typeof count === 'number' ? counted(count, 'person', 'people') : '');

/** The noun in the right number, for a sentence that shows the number elsewhere. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A number with its noun for one part of a line; undefined for zero. */
export const numberOrNothing = (count: number, what: string): string => (count === 0 ? '' : `${number(count)} ${what}`);

const grouped = (count: number): string => count.toLocaleString('en-US');

/** All numbers together. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
