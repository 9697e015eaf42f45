import {headerKey} from '../../csv/header-names.js';
import type {ImportField} from '../file/contract.js';
import {fitDate} from './date-cell.js';
import type {Reading} from './fit-cell.js';
import {fitNumber} from './number-cell.js';

/** Finds the type of a new field from the values of its column. */
export type TypeGuess = {
  see(text: string): void;
  readonly type: ImportField['type'];
  /** Whether its values are dates that can be read in two ways, which makes it a text field. */
  readonly unclearDates: boolean;
};

/**
Every value must fit, else the field holds text. Digits are not always a number: nobody adds up phone numbers, and a
postal code would lose its leading zero.
*/
export function guessType(header: string, {semicolons, dateOrder}: Reading): TypeGuess {
  let seen = false;
  let number = !isLabel(header);
  let date = true;
  let dateSomehow = true;
  return {
    see(text) {
      seen = true;
      if (number) number = isAmount(text, semicolons);
      if (date) date = 'value' in fitDate(text, dateOrder);
      if (dateSomehow && !date) dateSomehow = 'value' in fitDate(text, 'dmy') || 'value' in fitDate(text, 'mdy');
    },
    get type() {
      if (!seen) return 'text';
      return number ? 'number' : date ? 'datetime-local' : 'text';
    },
    get unclearDates() {
      return seen && !number && !date && dateSomehow;
    },
  };
}

const isLabel = (header: string): boolean =>
  /phone|tel|mobil|handy|fax|zip|plz|post|code|id$|nr$|number$|nummer$|konto|iban/.test(headerKey(header));

const isAmount = (text: string, semicolons: boolean): boolean =>
  !/^[+]|^-?0\d/.test(text) && text.replace(/\D/g, '').length <= 15 && 'value' in fitNumber(text, semicolons);
