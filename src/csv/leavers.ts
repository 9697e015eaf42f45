import {PreflightError} from '../errors.js';
import type {Host} from '../system/host.js';
import {type AddressList, type AddressOptions, collectAddresses, openAddresses} from './addresses.js';
import {readTable, type TableRow} from './small-table.js';
import {heaviest, statusColumns} from './status-columns.js';
import {type Standing, standingOf} from './status-words.js';

/** `statusColumn` is the header of the column that says who left; found unless it is given. */
export type LeaverOptions = AddressOptions & {readonly statusColumn?: string | undefined};

/** The addresses of those who left, and apart from them those whose mail bounced. */
export type Leavers = {
  readonly left: AddressList;
  readonly bounced: AddressList;
  /** How many rows are of other people. */
  readonly others: number;
  /** The headers of the columns that say so. */
  readonly headers: readonly string[];
};

/** Reads from an export of another tool who left there, by its columns that say who gets no mail. */
export async function readLeavers(
  host: Pick<Host, 'stdin' | 'interrupted'>,
  path: string,
  options: LeaverOptions,
): Promise<Leavers> {
  const table = await readTable(host, path, ['email'], options.encoding);
  const {name} = table;
  const {headers, rows, column, warnings} = openAddresses(table, options);
  const columns = headers.map((header, at) => ({
    header,
    values: rows.slice(0, SAMPLE).map(({texts}) => texts[at] ?? ''),
  }));
  const found = statusColumns(columns, options.statusColumn);
  if (found.length === 0) throw nobodyLeft(name);
  const unknown = new Map<string, string>();
  const standingIn = ({line, texts, fault}: TableRow): Standing | 'unclear' => {
    if (fault !== undefined || texts.length !== headers.length) return 'unclear';
    const standings = found.map(({column: at, header, kind}) => {
      const standing = standingOf(texts[at] ?? '', kind);
      const text = (texts[at] ?? '').trim();
      if (standing === undefined && !unknown.has(`${at} ${text}`)) {
        unknown.set(`${at} ${text}`, `“${text}” in “${header}” (line ${line})`);
      }
      return standing;
    });
    return heaviest(standings) ?? 'in';
  };
  const sorted: {[S in Standing | 'unclear']: TableRow[]} = {in: [], left: [], bounced: [], out: [], unclear: []};
  for (const row of rows) sorted[standingIn(row)].push(row);
  if (unknown.size > 0) throw unknownValues(name, [...unknown.values()]);
  const left = collectAddresses(sorted.left, column);
  const unclear = sorted.unclear.map(({line}) => ({
    line,
    reason: 'its cells do not fit the header, so nobody can say who left',
  }));
  return {
    left: {...left, rejected: [...left.rejected, ...unclear], warnings},
    bounced: {...collectAddresses(sorted.bounced, column), warnings: []},
    others: sorted.in.length + sorted.out.length,
    headers: found.map(({header}) => header),
  };
}

const nobodyLeft = (name: string): PreflightError =>
  new PreflightError(`No column of ${name} says who left.`, {
    hint: 'Name it with --status-column, or take all addresses of the file with --file.',
  });

const unknownValues = (name: string, values: readonly string[]): PreflightError =>
  new PreflightError(
    `${name} has values of which emk does not know whether somebody left: ${values.slice(0, SHOWN).join(', ')}${values.length > SHOWN ? ` and ${values.length - SHOWN} more` : ''}.`,
    {hint: 'Nothing was sent. Name the column that says so with --status-column, or mend the values.'},
  );

const SAMPLE = 40;
const SHOWN = 10;
