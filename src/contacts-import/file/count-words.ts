/** A count with commas between its thousands. */
export const number = (count: number): string => count.toLocaleString('en-US');

/** `1 row`, `1,234 rows`. */
export const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${number(count)} rows`);
