import {familyOf} from '../../csv/columns/header-names.js';
import type {CellRule, PlainBytes} from './cell-rule.js';

/**
 * What is left of a value that a program has damaged; undefined if the value is whole. Only whole cells in exact
 * spellings count: there are people called Null, and “None” is an answer in a field of one's own.
 */
function undamaged(text: string, field: string, isText: boolean): string | undefined {
  if (isOfSpreadsheet.test(text) || ofPrograms.has(text)) return '';
  if (text === 'None') return familyOf(field).length > 0 ? '' : undefined;
  if (isText && isRounded.test(text)) return '';
  return isWrapped.exec(text)?.[1];
}

/** `#REF!`, `#N/A`, `#BEZUG!`: errors of spreadsheets in any language, and cells that were too narrow. */
const isOfSpreadsheet = /^#(?:[¡¿]?\p{Lu}[\p{Lu}/0]*[!?]|N\/[ABDV]|NV|#{2,})$/u;

const ofPrograms = new Set([
  'NULL',
  'null',
  '(NULL)',
  '(null)',
  '<NULL>',
  '<null>',
  '\\N',
  'undefined',
  'NaN',
  '[object Object]',
]);

/** A long number of which a spreadsheet has kept the first digits. */
const isRounded = /^\d(?:[.,]\d+)?E\+\d{2}$/i;

/** A text that a program wrote as a formula, so that a spreadsheet keeps its zeros. */
const isWrapped = /^="([^"]*)"$/;

/** A rule that unwraps values without a loss, and refuses what a program has damaged. */
export function ruleAgainstDamage(rule: CellRule, field: string, isText: boolean): CellRule {
  return {
    ...rule,
    passes: unlessDamaged(rule.passes),
    stays: unlessDamaged(rule.stays),
    read(text) {
      const value = undamaged(text, field, isText);
      if (value === undefined) return rule.read(text);
      return value === '' ? {reason: 'is damaged'} : rule.read(value);
    },
  };
}

const unlessDamaged = (accepts: PlainBytes): PlainBytes =>
  accepts === 'none'
    ? 'none'
    : (bytes, from, to) => !mayBeDamaged(bytes, from, to) && (accepts === 'any' || accepts(bytes, from, to));

/** Whether a cell may be damaged, judged by its bytes: hardly any cell of a large file is decoded. */
function mayBeDamaged(bytes: Uint8Array, from: number, to: number): boolean {
  const kind = firsts[bytes[from] as number];
  if (kind === 0) return false;
  if (kind === DIGIT) return to - from > 4 && bytes[to - 3] === PLUS;
  // NaN, NULL, null, None, undefined: names such as Nora or Uli are as long, so their last letters are compared too.
  return kind === SIGN || (to - from <= 9 && lasts[bytes[to - 1] as number] === LETTER);
}

const PLUS = 0x2b;
const [SIGN, LETTER, DIGIT] = [1, 2, 3];

/** A table by byte, because a set would be asked a million times. */
const tableOf = (...kinds: ReadonlyArray<readonly [signs: string, kind: number]>): Uint8Array => {
  const table = new Uint8Array(256);
  for (const [signs, kind] of kinds) for (const byte of Buffer.from(signs)) table[byte] = kind;
  return table;
};

const firsts = tableOf(['#=\\"(<[ \t\'', SIGN], ['Nnu', LETTER], ['0123456789', DIGIT]);
const lasts = tableOf(['NLled', LETTER]);
