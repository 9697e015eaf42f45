import type {StatusColumn} from '../../csv/status-columns.js';
import {PreflightError} from '../../errors.js';
import type {LeftOut} from '../file/contract.js';
import {number} from '../file/count-words.js';
import type {UnknownStatus} from './standing-watch.js';

/** Says which columns tell who gets no mail, and what becomes of those people; undefined where there is nobody. */
export function statusInWords(columns: readonly StatusColumn[], counts: LeftOut, keep: boolean): string | undefined {
  const people = peopleInWords(counts);
  if (people === '') return undefined;
  const headers = columns.map(({header}) => `“${header}”`).join(' and ');
  const says = `${headers} ${columns.length === 1 ? 'says' : 'say'} who gets no mail:`;
  return keep
    ? `${says} ${people} ${isOne(counts) ? 'is' : 'are'} imported all the same, as --keep-status asks.`
    : `${says} ${people} ${isOne(counts) ? 'is' : 'are'} left out. --keep-status imports them, --status-column none says that this is no such column.`;
}

/** `2 unsubscribed, 1 bounced`. */
export const peopleInWords = ({left, bounced, out}: LeftOut): string =>
  [
    left > 0 ? `${number(left)} unsubscribed` : '',
    bounced > 0 ? `${number(bounced)} bounced` : '',
    out > 0 ? `${number(out)} not confirmed or withdrawn` : '',
  ]
    .filter(part => part !== '')
    .join(', ');

const isOne = ({left, bounced, out}: LeftOut): boolean => left + bounced + out === 1;

/** The error for values that may mean a no: which of them do, only the user knows. */
export function unknownStatus(name: string, values: readonly UnknownStatus[]): PreflightError {
  const headers = [...new Set(values.map(({header}) => `“${header}”`))].join(' and ');
  const shown = values.slice(0, SHOWN).map(({text, line}) => `“${text}” (line ${number(line)})`);
  const more = values.length > SHOWN ? ` and ${values.length - SHOWN} more` : '';
  return new PreflightError(
    `${headers} of ${name} seems to say who gets no mail, with values that emk does not know: ${shown.join(', ')}${more}.`,
    {
      hint: 'Say --status-column none if it says something else, --status-column NAME if another column does, or --keep-status to import everybody.',
    },
  );
}

const SHOWN = 10;
