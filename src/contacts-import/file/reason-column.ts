/** The header of the reason column in a file of rejected rows. An import of that file silently skips it. */
export const reasonHeader = 'rejected_because';

/** A row with its reason at the end, in the file's own dialect, on one line. */
export const withReason = (row: Uint8Array, reason: string, delimiter: string): Uint8Array =>
  Buffer.concat([row, Buffer.from(`${characterOf(delimiter)}"${reason.replace(/\s+/g, ' ').replaceAll('"', '""')}"`)]);

export const withReasonHeader = (header: Uint8Array, delimiter: string): Uint8Array =>
  Buffer.concat([header, Buffer.from(`${characterOf(delimiter)}${reasonHeader}`)]);

/** A row without the reason of an earlier import, by its text if the row has a wrong number of cells. */
export function withoutReason(row: Uint8Array, delimiter: string): Uint8Array {
  const text = Buffer.from(row).toString();
  const cell = characterOf(delimiter).replace('|', '\\|');
  const cut = new RegExp(`${cell}"(?:[^"]|"")*"$|${cell}[^"${cell}]*$`).exec(text);
  return cut === null ? row : Buffer.from(text.slice(0, cut.index));
}

/** A delimiter's character; reports use a word for invisible ones. */
const characterOf = (delimiter: string): string => (delimiter === 'tab' ? '\t' : delimiter);
