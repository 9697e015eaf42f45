import type {StatusColumn} from '../../csv/columns/status-columns.js';
import {number, plural} from '../../words/count.js';
import {andList} from '../../words/list.js';
import type {LeftOut} from '../file/contract.js';

/** Says which columns show who gets no mail, and what happens to those people; undefined if there is nobody. */
export function statusInWords(columns: readonly StatusColumn[], counts: LeftOut, keep: boolean): string | undefined {
  const people = peopleInWords(counts);
  if (people === '') return undefined;
  const headers = [...new Set(columns.map(({header}) => `“${header}”`))];
  const says = `${andList(headers)} ${plural(headers.length, 'says', 'say')} who gets no mail:`;
  return keep
    ? `${says} ${people} ${isOne(counts) ? 'is' : 'are'} imported all the same, as --keep-status asks.`
    : `${says} ${people} ${isOne(counts) ? 'is' : 'are'} left out. --keep-status imports them, --status-column none says that this is no such column.`;
}

/** `2 unsubscribed, 1 bounced`. */
const peopleInWords = ({left, bounced, out}: LeftOut): string =>
  [
    left > 0 ? `${number(left)} unsubscribed` : '',
    bounced > 0 ? `${number(bounced)} bounced` : '',
    out > 0 ? `${number(out)} not confirmed or withdrawn` : '',
  ]
    .filter(part => part !== '')
    .join(', ');

const isOne = ({left, bounced, out}: LeftOut): boolean => left + bounced + out === 1;
