import {number, plural} from './count.js';

/** A list as people say it: `a, b and c`. */
export const andList = (items: readonly string[]): string => joined(items, 'and');

/** A choice as people say it: `a, b or c`. */
export const orList = (items: readonly string[]): string => joined(items, 'or');

/** The start of a sentence about what a line lacks: `--from and --to are missing`. */
export const areMissing = (names: readonly string[]): string =>
  `${andList(names)} ${plural(names.length, 'is', 'are')} missing`;

/** The first five names, and how many more there are: `a, b and 12 more`. Of some, only the number may be known. */
export function withMore(names: readonly string[], all = names.length, most = 5): string {
  const shown = names.slice(0, most);
  return shown.join(', ') + (all > shown.length ? ` and ${number(all - shown.length)} more` : '');
}

/** The first ten names of a list in a sentence. */
export const firstTen = (names: readonly string[]): string =>
  withMore(
    names.map(name => `“${name}”`),
    names.length,
    10,
  );

/** Names in quotes, separated by commas: `"a", "b"`. */
export const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
