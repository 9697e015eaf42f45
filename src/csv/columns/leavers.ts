import {PreflightError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import {collectPeople, openPeople, type People, type PeopleOptions} from './people.js';
import {readTable, type TableRow} from './small-table.js';
import {statusColumns, worstStatus} from './status-columns.js';
import {mailStatusOf, ownWords} from './status-words.js';
import {type Choices, clearColumns, type StatusWord, type UnknownStatus, UnknownStatusError} from './unknown-status.js';
import type {MailStatus} from './unmistakable-words.js';

/** `statusColumn` names the columns that say who unsubscribed; emk finds them if none is given. */
type LeaverOptions = PeopleOptions & {
  readonly statusColumn?: readonly string[] | undefined;
  /** The meaning of unknown words in that column. */
  readonly words?: readonly StatusWord[];
  readonly typedLine?: string | undefined;
};

/** What a status can mean in a list of people who unsubscribed. */
export const leaverChoices: Choices = {left: 'gets no mail', active: 'gets mail'};

/** The addresses that unsubscribed, and separately those that bounced. */
export type Leavers = {
  readonly left: People;
  readonly bounced: People;
  /** The number of rows about other people. */
  readonly others: number;
  readonly headers: readonly string[];
  readonly warnings: readonly string[];
};

/** Reads who unsubscribed from another tool's export, by its columns that say who gets no mail. */
export async function readLeavers(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: LeaverOptions,
): Promise<Leavers> {
  const table = await readTable(host, path, ['email'], options.encoding);
  const {name} = table;
  const opened = openPeople(table, options);
  const {headers, rows, warnings} = opened;
  const columns = headers.map((header, at) => ({
    header,
    values: rows.slice(0, SAMPLE).map(({texts}) => texts[at] ?? ''),
  }));
  const found = statusColumns(columns, options.statusColumn);
  if (found.length === 0) throw nobodyLeft(name);
  const words = ownWords(options.words);
  const unknown = new Map<string, UnknownStatus & {rows: number}>();
  const statusIn = ({line, texts, fault}: TableRow): MailStatus | 'unclear' => {
    if (fault !== undefined || texts.length !== headers.length) return 'unclear';
    const statuses = found.map(({column: at, header, kind}) => {
      const status = mailStatusOf(texts[at] ?? '', kind, words);
      const text = (texts[at] ?? '').trim();
      if (status === undefined) {
        const key = `${at} ${text.toLowerCase()}`;
        const met = unknown.get(key) ?? {header, text, line, rows: 0};
        unknown.set(key, {...met, rows: met.rows + 1});
      }
      return status;
    });
    return worstStatus(statuses) ?? 'in';
  };
  const sorted: {[S in MailStatus | 'unclear']: TableRow[]} = {in: [], left: [], bounced: [], out: [], unclear: []};
  for (const row of rows) sorted[statusIn(row)].push(row);
  if (unknown.size > 0) {
    const values = [...unknown.values()];
    const someStay = sorted.in.length > values.reduce((sum, {rows}) => sum + rows, 0);
    throw new UnknownStatusError(
      {file: name, values, others: clearColumns(found, values, options.statusColumn), someStay},
      leaverChoices,
      options.typedLine,
    );
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

const nobodyLeft = (name: string): PreflightError =>
  new PreflightError(`No column of ${name} says who left.`, {
    hint: 'Name it with --status-column. Or take everyone in the file: --file',
  });

const SAMPLE = 400;
