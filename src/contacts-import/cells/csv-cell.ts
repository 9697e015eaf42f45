const needsQuotes = /[",\r\n]/;

/** Whether PHP would misread a cell: within quotes, it takes a backslash before a quote to keep the cell open. */
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);

/** A cell as it is sent, with quotes only if needed. */
export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
