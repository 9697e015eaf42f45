/** A count with commas between its thousands. */
export const number = (count: number): string => count.toLocaleString('en-US');

/** `1 row`, `1,234 rows`. */
export const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${number(count)} rows`);

/** `a, b and c`. */
export const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
