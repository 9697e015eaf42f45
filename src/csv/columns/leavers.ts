import type {Host} from '../../core/system/host.js';
import {columnKey, withValues} from './match-columns.js';
import {type Choices, openStatusError, type ShownValue} from './open-status.js';
import {collectPeople, openPeople, type People, type PeopleOptions} from './people.js';
import {readTable, type TableRow} from './small-table.js';
import {type MailStatus, mailStatusOf, ownWords, type StatusWord, statusColumns, worstStatus} from './wants-mail.js';

/** `statusColumn` names the columns that say who unsubscribed; emk finds them if none is given. */
type LeaverOptions = PeopleOptions & {
  readonly statusColumn?: readonly string[] | undefined;
  /** The meaning of unknown words in that column. */
  readonly words?: readonly StatusWord[];
  readonly typedLine?: string | undefined;
};

/** What a status can mean in a list of people who unsubscribed. */
export const leaverChoices: Choices = {left: 'gets no mail', active: 'gets mail'};

/** The addresses that unsubscribed, and separately those that bounced. Without a column that says it, all did. */
export type Leavers = {
  readonly left: People;
  readonly bounced: People;
  /** The number of rows about other people. */
  readonly others: number;
  readonly headers: readonly string[];
  readonly warnings: readonly string[];
};

/** Reads who unsubscribed: by the columns of another tool's export that say who gets no mail, or else everybody. */
export async function readLeavers(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: LeaverOptions,
): Promise<Leavers> {
  const table = await readTable(host, path, ['email'], options.encoding);
  const {name} = table;
  const opened = openPeople(table, options);
  const {headers, rows, warnings} = opened;
  const found = statusColumns(withValues(headers, rows.slice(0, SAMPLE)), options.statusColumn);
  if (found.length === 0) {
    const nobody = {people: [], rejected: []};
    return {left: collectPeople(rows, opened), bounced: nobody, others: 0, headers: [], warnings};
  }
  const words = ownWords(options.words);
  const unknown = found.map(() => new Map<string, ShownValue>());
  const statusIn = ({line, texts, fault}: TableRow): MailStatus | 'unclear' => {
    if (fault !== undefined || texts.length !== headers.length) return 'unclear';
    const statuses = found.map(({column, kind}, at) => {
      const text = (texts[column] ?? '').trim();
      const status = mailStatusOf(text, kind, words);
      const {rows: before, ...met} = unknown[at]?.get(text.toLowerCase()) ?? {text, line, rows: 0};
      if (status === undefined) unknown[at]?.set(text.toLowerCase(), {...met, rows: before + 1});
      return status;
    });
    return worstStatus(statuses) ?? 'in';
  };
  const sorted: {[S in MailStatus | 'unclear']: TableRow[]} = {in: [], left: [], bounced: [], out: [], unclear: []};
  for (const row of rows) sorted[statusIn(row)].push(row);
  const columns = found.map(({header: title, column}, at) => ({
    column,
    name: title || `column ${column + 1}`,
    key: columnKey(headers, column),
    field: '',
    against: [],
    unknown: [...(unknown[at]?.values() ?? [])],
  }));
  const open = columns.filter(each => each.unknown.length > 0);
  if (open.length > 0) {
    const clear = columns.filter(each => each.unknown.length === 0).map(({key}) => key);
    const beside = options.statusColumn !== undefined && found.length > 1 ? undefined : clear;
    throw openStatusError({file: name, isSure: true, columns: open, beside, rows: 0}, options.typedLine, leaverChoices);
  }
  const left = collectPeople(sorted.left, opened);
  const unclear = sorted.unclear.map(({line}) => ({
    line,
    reason: 'its cells do not fit the header, so emk cannot tell who left',
  }));
  return {
    left: {...left, rejected: [...left.rejected, ...unclear]},
    bounced: collectPeople(sorted.bounced, opened),
    others: sorted.in.length + sorted.out.length,
    headers: found.map(({header}) => header),
    warnings,
  };
}

const SAMPLE = 400;
