import {headerKey} from '../../csv/columns/header-names.js';
import type {DateOrder, ImportField} from '../file/contract.js';
import {cellRules, type Reading} from './cell-rules.js';

/** Finds the type of a new field from the values of its column. */
export type TypeGuess = {
  see(text: string): void;
  readonly type: ImportField['type'];
};

/**
 * Every value must fit the type, or the field is text. Phone numbers and postal codes are no numbers, and a date field
 * would lose the seconds of a time.
 */
export function guessType(header: string, reading: Reading): TypeGuess {
  const isNumber = cellRules.number(reading).read;
  const isDate = cellRules['datetime-local'](reading).read;
  let [seen, number, date] = [false, !isLabel(header), true];
  return {
    see(text) {
      seen = true;
      number &&= isAmount(text) && 'value' in isNumber(text);
      date &&= !hasSeconds(text) && 'value' in isDate(text);
    },
    get type() {
      if (!seen) return 'text';
      return number ? 'number' : date ? 'datetime-local' : 'text';
    },
  };
}

const isLabel = (header: string): boolean =>
  /phone|tel|mobil|handy|fax|zip|plz|post|code|id$|nr$|number$|nummer$|konto|iban/.test(headerKey(header));

const hasSeconds = (text: string): boolean => /\d:\d\d:(?!00(?:[.,]0+)?(?!\d))\d\d/.test(text);

const isAmount = (text: string): boolean => !/^[+]|^-?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;

/** What the dates of one column show: the first with each order, and the first that has two meanings. */
export type DatesSeen = Partial<Record<DateOrder | 'unclear', {readonly text: string; readonly line: number}>>;

/** What the dates of a column show: a single 31/12/2020 settles what 03/04/2020 means. */
export function datesSeen(values: ReadonlyArray<{readonly text: string; readonly line: number}>): DatesSeen {
  const seen: DatesSeen = {};
  for (const value of values) {
    const shown = orderShownBy(value.text);
    if (shown !== undefined) seen[shown] ??= value;
  }
  return seen;
}

/** The order that all dates of a column have in common; undefined if none shows it, or both appear. */
export const orderOf = ({dmy, mdy}: DatesSeen): DateOrder | undefined =>
  dmy && mdy ? undefined : dmy ? 'dmy' : mdy && 'mdy';

/** The order that a date shows by itself. A date with dots has the day first anyway, and shows nothing. */
function orderShownBy(text: string): DateOrder | 'unclear' | undefined {
  const [, first = '', , second = ''] = /^(\d{1,2})([-/])\s?(\d{1,2})\2\s?\d{4}(?!\d)/.exec(text) ?? [];
  const [one, two] = [Number(first), Number(second)];
  if (one === two || (one > 12 && two > 12)) return undefined;
  if (one <= 12 && two <= 12) return 'unclear';
  return one > 12 ? 'dmy' : 'mdy';
}
