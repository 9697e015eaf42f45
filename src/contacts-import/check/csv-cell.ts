const needsQuotes = /[",\r\n]/;

/**
 * Whether PHP, on which most such services run, would misread a cell: within quotes, it takes a backslash before a
 * quote to mean that the quote does not end the cell. Without quotes a backslash is harmless.
 */
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);

/** A cell as it is sent, with quotes only if needed. */
export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
