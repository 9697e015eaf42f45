import type {StatusColumn} from '../../csv/columns/status-columns.js';
import {numberOrNothing, plural} from '../../words/count.js';
import {andList} from '../../words/list.js';
import type {LeftOut} from '../file/contract.js';

/** Says which columns show who gets no mail, and what happens to those people; undefined if there is nobody. */
export function statusInWords(columns: readonly StatusColumn[], counts: LeftOut, keep: boolean): string | undefined {
  const people = peopleInWords(counts);
  if (people === '') return undefined;
  const headers = [...new Set(columns.map(({header}) => `“${header}”`))];
  const says = `${andList(headers)} ${plural(headers.length, 'says', 'say')} who gets no mail:`;
  return keep
    ? `${says} ${people} ${plural(leftOutOf(counts), 'is', 'are')} imported anyway, because of --keep-status.`
    : `${says} ${people} ${plural(leftOutOf(counts), 'is', 'are')} skipped. To import them: --keep-status. If this is another kind of column: --status-column none`;
}

/** `2 unsubscribed, 1 bounced`. */
const peopleInWords = ({left, bounced, out}: LeftOut): string =>
  [
    numberOrNothing(left, 'unsubscribed'),
    numberOrNothing(bounced, 'bounced'),
    numberOrNothing(out, 'not confirmed or withdrawn'),
  ]
    .filter(part => part !== '')
    .join(', ');

const leftOutOf = ({left, bounced, out}: LeftOut): number => left + bounced + out;
