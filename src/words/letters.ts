export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Makes the first letter small, so that a sentence can continue another: `Delete all` becomes `would delete all`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A text without accents: `Köln` becomes `Koln`, as people type it on a keyboard without ö. */
export const withoutAccents = (text: string): string =>
  isPlain(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether a text has only ASCII: this test is much faster than removing accents. */
const isPlain = (text: string): boolean => /^[ -~\n]*$/.test(text);

/** A text for comparison, without case and accents. */
export const folded = (text: string): string => withoutAccents(text).toLowerCase();

/** A text for comparison, in small letters and trimmed; accents count. */
export const lowerTrimmed = (text: string): string => text.trim().toLowerCase();

/** A text as a part of a file's name: its Latin letters and digits, with hyphens between its words. */
export const slug = (text: string, longest: number): string =>
  folded(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-$/, '');

/** A text as a part of a regular expression that matches exactly it. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What the service says, inside a sentence of emk: `"Server Error"`, without its full stop. */
export const inQuotes = (text: string): string => `"${text.trim().replace(/\.$/, '')}"`;
