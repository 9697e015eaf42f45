import {headerKey} from '../../csv/columns/header-names.js';
import type {ImportField} from '../file/contract.js';
import type {CellRule, Reading} from './cell-rule.js';
import {cellRules} from './cell-rules.js';

/** Finds the type of a new field from the values of its column. */
export type TypeGuess = {
  see(text: string): void;
  readonly type: ImportField['type'];
  /** Why a field of dates becomes text: the dates are ambiguous, or have seconds, which a date field loses. */
  readonly datesAsText: 'unclear' | 'seconds' | undefined;
};

/** Every value must fit the type, or the field is text. Phone numbers and postal codes are no numbers. */
export function guessType(header: string, reading: Reading): TypeGuess {
  const numbers = cellRules.number(reading);
  const dates = cellRules['datetime-local'](reading);
  const eitherOrder = (['dmy', 'mdy'] as const).map(dateOrder => cellRules['datetime-local']({...reading, dateOrder}));
  let seen = false;
  let number = !isLabel(header);
  let date = true;
  let dateSomehow = true;
  let seconds = false;
  return {
    see(text) {
      seen = true;
      if (number) number = isAmount(text) && takes(numbers, text);
      if (date) date = takes(dates, text);
      if (date) seconds ||= hasSeconds(text);
      if (dateSomehow && !date) dateSomehow = eitherOrder.some(rule => takes(rule, text));
    },
    get type() {
      if (!seen) return 'text';
      return number ? 'number' : date && !seconds ? 'datetime-local' : 'text';
    },
    get datesAsText() {
      if (!seen || number) return undefined;
      return date ? (seconds ? 'seconds' : undefined) : dateSomehow ? 'unclear' : undefined;
    },
  };
}

const isLabel = (header: string): boolean =>
  /phone|tel|mobil|handy|fax|zip|plz|post|code|id$|nr$|number$|nummer$|konto|iban/.test(headerKey(header));

const hasSeconds = (text: string): boolean => /\d:\d\d:(?!00(?:[.,]0+)?(?!\d))\d\d/.test(text);

const isAmount = (text: string): boolean => !/^[+]|^-?0\d/.test(text) && text.replace(/\D/g, '').length <= 15;

const takes = ({read}: CellRule, text: string): boolean => 'value' in read(text);
