import type {ImportField} from '../file/contract.js';
import {addressRuleWith} from './address-cell.js';
import {type CellRule, type Reading, textRule} from './cell-rule.js';
import {countryRule} from './country-cell.js';
import {dateRule} from './date-cell.js';
import {numberRule} from './number-cell.js';

/** A field's type, or its purpose if that says more. */
export type CellKind = ImportField['type'] | 'address' | 'country';

/** The rule of every kind of cell. The check, the row writer and the type guess use only these. */
export const cellRules: Readonly<Record<CellKind, (reading: Reading) => CellRule>> = {
  text: () => textRule,
  number: ({semicolons}) => numberRule(semicolons),
  'datetime-local': ({dateOrder, shownOrder}) => dateRule(dateOrder, shownOrder),
  address: ({fixes}) => addressRuleWith(fixes),
  country: ({countries, onlyListed}) => countryRule(countries, onlyListed === true),
};

export const kindOf = ({name, type}: ImportField): CellKind => purposes.get(name) ?? type;

const purposes: ReadonlyMap<string, CellKind> = new Map([
  ['email', 'address'],
  ['country', 'country'],
]);
