const needsQuotes = /[",\r\n]/;

/**
Whether PHP, which most such services run on, would read a cell otherwise than it was written: within quotes it takes a
backslash before a quote to mean "this quote ends nothing". Without quotes a backslash is harmless.
*/
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);

/** A cell as it is sent: in quotes only where it must be. */
export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
