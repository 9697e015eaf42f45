/** A word as every POSIX shell reads it back, so that a line in a message can be pasted whatever its values hold. */
export const shellWord = (word: string | boolean | undefined): string => {
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
};
