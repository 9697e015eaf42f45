/**
 * Keeps a spreadsheet from running a cell: a text that begins like a formula gets a `'` in front, which spreadsheets
 * read as "this is text". Numbers and phone numbers stay unchanged. csv-stringify's own `escape_formulas` also guards
 * negative numbers, and cannot be undone. If a text already has quotes before a formula, it gets one more. That makes
 * `unguard` exact: no two texts look alike when guarded.
 */
export const guardFormula = (text: string): string => (looksGuardable(text) && isFormula(text) ? `'${text}` : text);

/** Removes exactly that guard. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && isFormula(text) ? text.slice(1) : text;

/** Whether a spreadsheet would run this text without the quotes in front. */
function isFormula(text: string): boolean {
  const [start] = /^'*/.exec(text) ?? [''];
  const core = text.slice(start.length);
  return dangerous.has(core.charCodeAt(0)) && !number.test(core) && !phone.test(core);
}

/** A quick test first, because every cell of a long list passes here. */
const looksGuardable = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first <= highest && (first === quote || dangerous.has(first));
};

const quote = 0x27;
const dangerous = new Set(['=', '+', '-', '@', '\t', '\r'].map(character => character.charCodeAt(0)));
const highest = Math.max(...dangerous);
const number = /^[+-](?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d+)?%?$/i;
const phone = /^\+(?:[ ()./-]*\d){6,}\)?$/;
