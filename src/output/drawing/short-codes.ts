/**
 * Shortens the codes of records, such as `97f6ad6b-7b72-…`, to the shortest beginnings that are unique: a typed id may
 * be a beginning too. Codes of another form stay whole, and so do all codes if two have no unique beginning.
 */
export function shortCodes(codes: readonly string[]): (code: string) => string {
  const length = lengths.find(length => new Set(codes.map(code => code.slice(0, length))).size === new Set(codes).size);
  if (length === undefined || !codes.every(isCode)) return code => code;
  return code => code.slice(0, length);
}

/** Whole groups of a code are easier to read than parts of one. */
const lengths = [8, 13, 18, 23];

const isCode = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
