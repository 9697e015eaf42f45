import {addressProblem} from '../../api/email-address.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import {fitDate} from './date-cell.js';
import {type Fitted, fitNumber} from './number-cell.js';

/** How values are to be read where they can be read in several ways. */
export type Reading = Pick<CheckOptions, 'dateOrder' | 'countries'> & {readonly semicolons: boolean};

/** A value that is not empty, as its field takes it, or the reason why it cannot be that. */
export function fitCell(text: string, field: string | undefined, type: ImportField['type'], reading: Reading): Fitted {
  if (type === 'number') return fitNumber(text, reading.semicolons);
  if (type === 'datetime-local') return fitDate(text, reading.dateOrder);
  if (field === 'email') return fitAddress(text);
  if (field === 'country') return {value: reading.countries?.(text) ?? text};
  return {value: text};
}

function fitAddress(text: string): Fitted {
  const problem = addressProblem(text);
  return problem === undefined ? {value: text} : {reason: problem};
}
