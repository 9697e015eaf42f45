import {isCode} from '../../words/code.js';

/** Shortens the codes of records to their shortest unique beginnings of whole groups, or to none. */
export function shortCodes(codes: readonly string[]): (code: string) => string {
  const length = lengths.find(length => new Set(codes.map(code => code.slice(0, length))).size === new Set(codes).size);
  if (length === undefined || !codes.every(isCode)) return code => code;
  return code => code.slice(0, length);
}

/** Whole groups of a code are easier to read than parts of one. */
const lengths = [8, 13, 18, 23];
