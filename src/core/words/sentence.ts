/** A number as people read it: `1,234`. */
export const number = (count: number): string => (count < 1000 && count > -1000 ? String(count) : grouped(count));

/** A number with its noun: `1 contact`, `1,234 contacts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${plural(count, one, many)}`;

/** `12 people`; nothing if the service does not say how many. */
export const people = (count: unknown): string => (typeof count === 'number' ? counted(count, 'person', 'people') : '');

/** The noun in the right number, for a sentence that shows the number elsewhere. */
export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

export const numberOrNothing = (count: number, what: string): string => (count === 0 ? '' : `${number(count)} ${what}`);

const grouped = (count: number): string => count.toLocaleString('en-US');

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A list as people say it: `a, b and c`. */
export const andList = (items: readonly string[]): string => joined(items, 'and');

/** A choice as people say it: `a, b or c`. */
export const orList = (items: readonly string[]): string => joined(items, 'or');

/** The start of a sentence about what a line lacks: `--from and --to are missing`. */
export const areMissing = (names: readonly string[], isPlural = names.length > 1): string =>
  `${andList(names)} ${isPlural ? 'are' : 'is'} missing`;

/** The first five names, and how many more there are: `a, b and 12 more`. Of some, only the number may be known. */
export function withMore(names: readonly string[], all = names.length, most = 5): string {
  const shown = names.slice(0, most);
  return shown.join(', ') + (all > shown.length ? ` and ${number(all - shown.length)} more` : '');
}

export const firstTen = (names: readonly string[]): string =>
  withMore(
    names.map(name => `“${name}”`),
    names.length,
    10,
  );

/** The first reasons of several in a sentence, and how many more there are: `a; b; and 12 more`. */
export function reasonsWithMore(reasons: readonly string[], most: number): string {
  const more = reasons.length - most;
  return [...reasons.slice(0, most), ...(more > 0 ? [`and ${number(more)} more`] : [])].join('; ');
}

/** Names in quotes, separated by commas: `"a", "b"`. */
export const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;

/** A sentence with a large first letter; an address at its start stays as it is. */
export const capital = (text: string): string =>
  /^\S*@/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** Makes the first letter small, so that a sentence can continue another: `Delete all` becomes `would delete all`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A text without accents: `Köln` becomes `Koln`, as people type it on a keyboard without ö. */
export const withoutAccents = (text: string): string =>
  isPlain(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether a text has only ASCII: this test is much faster than removing accents. */
const isPlain = (text: string): boolean => /^[ -~\n]*$/.test(text);

export const folded = (text: string): string => withoutAccents(text).toLowerCase();

/** A text for comparison, in small letters and trimmed; accents count. */
export const lowerTrimmed = (text: string): string => text.trim().toLowerCase();

/** What the service says, inside a sentence of emk: `"Server Error"`, without its full stop. */
export const inQuotes = (text: string): string => `"${text.trim().replace(/\.$/, '')}"`;
