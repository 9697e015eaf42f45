/** The header of the column in which a file that goes out to be edited holds the ids of its contacts. */
export const markHeader = (token: string): string => `${START}${token}`;

/** The token of a file, by which emk finds what the file said when it went out; undefined for any other header. */
export function tokenIn(header: string): string | undefined {
  const token = header.trim().toLowerCase();
  return token.startsWith(START) && /^[0-9a-f]{12}$/.test(token.slice(START.length))
    ? token.slice(START.length)
    : undefined;
}

const START = 'emk_id_';
