/** Quotes a word for POSIX shells, so that a printed line can be pasted whatever its values contain. */
export const shellWord = (word: string | boolean | undefined): string => {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
};
