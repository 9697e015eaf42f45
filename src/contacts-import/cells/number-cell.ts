import type {CellRule, Fitted} from './cell-rule.js';

/** Accepts numbers as people and programs write them. Unguarded digits are sent unchanged. */
export const numberRule = (semicolons: boolean): CellRule => ({
  read: text => fitNumber(text, semicolons),
  passes: isInteger,
  stays: isInteger,
});

/**
 * A number as people and programs write it, with a decimal point and without thousands separators. A single separator
 * before exactly three digits is ambiguous, `1,234`, and is never guessed. A dot alone is a decimal point, except in
 * files with semicolons: their countries write a thousand as `1.234`.
 */
function fitNumber(text: string, semicolons: boolean): Fitted {
  const match = /^([+\-−]?)([\d.,'’ \u00a0\u202f]*\d)(e[+-]?\d+)?$/i.exec(text);
  if (match === null) return notANumber;
  const [, sign = '', digits = '', exponent = ''] = match;
  const mark = decimalMark(digits, semicolons);
  if (mark === 'unclear') return {reason: `can mean ${digits.replace(/\D/g, '')} or ${digits.replace(',', '.')}`};
  const cut = mark === undefined ? digits.length : digits.lastIndexOf(mark);
  const whole = digits.slice(0, cut);
  const fraction = digits.slice(cut + 1);
  if (!wellGrouped(whole) || !/^\d*$/.test(fraction)) return notANumber;
  const integer = whole.replace(/\D/g, '') || '0';
  const unsigned = `${integer}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
  return {value: sign === '' || sign === '+' ? unsigned : `-${unsigned}`};
}

const notANumber: Fitted = {reason: 'is not a number'};

function decimalMark(digits: string, semicolons: boolean): '.' | ',' | 'unclear' | undefined {
  const marks = digits.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (marks.length > 1) return marks.indexOf(last) === marks.length - 1 ? last : undefined;
  const couldBeThousand = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return couldBeThousand && (last === ',' || semicolons) ? 'unclear' : last;
}

/** Unguarded digits, none at all, or groups of three with one kind of separator. */
const wellGrouped = (whole: string): boolean =>
  /^\d*$/.test(whole) || /^\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(whole);

function isInteger(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isDigit(bytes[at] as number)) return false;
  return true;
}

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
