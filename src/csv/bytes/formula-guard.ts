/**
Keeps a spreadsheet from running a cell: a text that begins like a formula gets a `'` in front, which spreadsheets read
as "this is text". Numbers and phone numbers stay as they are.

csv-stringify's own `escape_formulas` is of no use here: it guards negative numbers that are texts, and cannot be undone.

Quotes before a formula are counted as part of the guard, and so a text that has them already gets one more. That makes
`unguard` exact: no two texts are guarded alike.
*/
export const guardFormula = (text: string): string => (looksGuardable(text) && isFormula(text) ? `'${text}` : text);

/** Takes exactly that guard away again. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && isFormula(text) ? text.slice(1) : text;

/** Whether a spreadsheet would run this text, once the quotes before it are gone. */
function isFormula(text: string): boolean {
  const [start] = /^'*/.exec(text) ?? [''];
  const core = text.slice(start.length);
  return dangerous.has(core.charCodeAt(0)) && !number.test(core) && !phone.test(core);
}

/** A quick test first, because every cell of a long list comes through here. */
const looksGuardable = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first === quote || dangerous.has(first);
};

const quote = 0x27;
const dangerous = new Set(['=', '+', '-', '@', '\t', '\r'].map(character => character.charCodeAt(0)));
const number = /^[+-](?:\d+(?:[.,]\d+)*|[.,]\d+)(?:e[+-]?\d+)?%?$/i;
const phone = /^\+(?:[ ()./-]*\d){6,}\)?$/;
