import {headerKey} from '../../csv/columns/header-names.js';
import type {DateOrder, ImportField} from '../file/contract.js';
import type {CellRule, Reading} from './cell-rule.js';
import {cellRules} from './cell-rules.js';

/** Finds the type of a new field from the values of its column. */
export type TypeGuess = {
  see(text: string, line: number): void;
  /** What its dates show about their order. */
  readonly dates: DatesSeen;
  readonly type: ImportField['type'];
  /** Why a field of dates becomes text: the dates are ambiguous, or have seconds, which a date field loses. */
  readonly datesAsText: 'unclear' | 'seconds' | undefined;
};

/** Every value must fit the type, or the field is text. Phone numbers and postal codes are no numbers. */
export function guessType(header: string, reading: Reading): TypeGuess {
  const numbers = cellRules.number(reading);
  const dates = cellRules['datetime-local'](reading);
  const inOrder = (['dmy', 'mdy'] as const).map(order => ({
    order,
    rule: cellRules['datetime-local']({...reading, shownOrder: order}),
  }));
  const shown: DatesSeen = {};
  const fits = new Set<DateOrder>(['dmy', 'mdy']);
  let seen = false;
  let number = !isLabel(header);
  let date = true;
  let seconds = false;
  const isDate = () => {
    const order = orderOf(shown);
    return date || (order !== undefined && fits.has(order));
  };
  const tryDate = (text: string, line: number): void => {
    for (const {order, rule} of inOrder) if (!takes(rule, text)) fits.delete(order);
    seconds ||= hasSeconds(text);
    if (reading.dateOrder === undefined) seeDate(shown, text, line);
  };
  return {
    dates: shown,
    see(text, line) {
      seen = true;
      if (number) number = isAmount(text) && takes(numbers, text);
      if (date) date = takes(dates, text);
      if (fits.size > 0) tryDate(text, line);
    },
    get type() {
      if (!seen) return 'text';
      return number ? 'number' : isDate() && !seconds ? 'datetime-local' : 'text';
    },
    get datesAsText() {
      if (!seen || number) return undefined;
      if (isDate()) return seconds ? 'seconds' : undefined;
      return fits.size > 0 ? 'unclear' : undefined;
    },
  };
}

const isLabel = (header: string): boolean =>
  /phone|tel|mobil|handy|fax|zip|plz|post|code|id$|nr$|number$|nummer$|konto|iban/.test(headerKey(header));

const hasSeconds = (text: string): boolean => /\d:\d\d:(?!00(?:[.,]0+)?(?!\d))\d\d/.test(text);

const isAmount = (text: string): boolean => !/^[+]|^-?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;

const takes = ({read}: CellRule, text: string): boolean => 'value' in read(text);

/** What the dates of one column show: the first with each order, and the first that has two meanings. */
export type DatesSeen = Partial<Record<DateOrder | 'unclear', {readonly text: string; readonly line: number}>>;

/** Sees a date of a column: a single 31/12/2020 settles what 03/04/2020 means. */
export function seeDate(seen: DatesSeen, text: string, line: number): void {
  const shown = orderShownBy(text);
  if (shown !== undefined) seen[shown] ??= {text, line};
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
