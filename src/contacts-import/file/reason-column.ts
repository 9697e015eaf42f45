/** The header of the column in which a file of rejected rows says why. An import of that file leaves it out without a word. */
export const reasonHeader = 'rejected_because';

/** A row with its reason behind it, in the file's own dialect, on one line. */
export const withReason = (row: Uint8Array, reason: string, delimiter: string): Uint8Array =>
  Buffer.concat([row, Buffer.from(`${characterOf(delimiter)}"${reason.replace(/\s+/g, ' ').replaceAll('"', '""')}"`)]);

/** A header with the column of reasons behind it. */
export const withReasonHeader = (header: Uint8Array, delimiter: string): Uint8Array =>
  Buffer.concat([header, Buffer.from(`${characterOf(delimiter)}${reasonHeader}`)]);

/**
A row without the reason that an earlier import wrote behind it, so that rows which are rejected again get one reason and
not two. A row with a wrong number of cells is known by what its reason says.
*/
export function withoutReason(row: Uint8Array, delimiter: string): Uint8Array {
  const text = Buffer.from(row).toString();
  const cell = characterOf(delimiter).replace('|', '\\|');
  const cut = new RegExp(`${cell}"(?:[^"]|"")*"$|${cell}[^"${cell}]*$`).exec(text);
  return cut === null ? row : Buffer.from(text.slice(0, cut.index));
}

/** A delimiter as reports name it is a word where it is no sign. */
const characterOf = (delimiter: string): string => (delimiter === 'tab' ? '\t' : delimiter);
