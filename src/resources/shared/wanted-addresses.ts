import {resolve} from 'node:path';
import type {Context} from '../../commands/command.js';
import {chooseEncoding} from '../../csv/bytes/encodings.js';
import {type Leavers, leaverChoices, readLeavers} from '../../csv/columns/leavers.js';
import {statusWords} from '../../csv/columns/open-status.js';
import {readPasted} from '../../csv/columns/pasted-people.js';
import {type People, type Person, pastedPeople, readPeople} from '../../csv/columns/people.js';
import {PreflightError, UsageError} from '../../errors.js';
import {clean} from '../../output/text/sanitise.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {andList, counted, reasonsWithMore} from '../../words/sentence.js';
import type {AddressInput} from './address-options.js';
import {withPasted} from './pasted-input.js';

/** The addresses to add, and lines of the file without one. */
export type Wanted = {
  readonly addresses: readonly string[];
  readonly bad: ReadonlyArray<{line: number; reason: string}>;
};

/**
 * The addresses of the command line and of the file. A bad line of the file stops only itself, unless `strict`: the others
 * must not get mail because of it.
 */
export async function wantedAddresses(context: Context, input: AddressInput): Promise<Wanted> {
  const {email = [], file, strict} = input;
  const typed = email.flatMap(text => readPasted(text).people);
  if (typed.length === 0 && file === undefined) {
    throw new UsageError('--email or --file is missing.', {
      hint: 'Give addresses, or a file of them. --file - reads what you pipe in.',
    });
  }
  const read = await readWanted(context, input);
  for (const warning of read?.warnings ?? []) context.warn(warning);
  const bad = read?.rejected ?? [];
  if (bad.length > 0 && strict) throw unfit(bad);
  const each = new Map([...typed, ...(read?.people ?? [])].map(({email: one}) => [foldAddress(one), one]));
  if (bad.length > 0 && each.size === 0) throw unfit(bad);
  return {addresses: [...each.values()], bad};
}

/** Refuses a file that cannot be read, before a person answers questions about the rest. */
export async function checkAddressesFirst(context: Context, input: Partial<AddressInput>): Promise<void> {
  if (input.encoding !== undefined) chooseEncoding(input.encoding, new Uint8Array());
  const silent = {...context, notice: () => undefined};
  if (input.file !== '-') await readWanted(silent, input);
}

/** The people of the file. Only an unsubscribe from everything heeds a column that says who left another tool. */
async function readWanted(
  context: Context,
  input: AddressInput,
): Promise<(People & Pick<Leavers, 'warnings'>) | undefined> {
  const {file, column, encoding, group} = input;
  if (file === undefined) return undefined;
  const host = await withPasted(context, file);
  const place = file === '-' ? file : resolve(host.cwd, file);
  if (group !== undefined) return readPeople(host, place, {column, encoding});
  return leaversOf(input, context.notice, () =>
    readLeavers(host, place, {
      column,
      encoding,
      statusColumn: input.status_column,
      words: statusWords(input.status, leaverChoices),
      typedLine: context.line,
    }),
  );
}

/** The error for lines of a file without an address, if these stop everything. */
export const unfit = (bad: Wanted['bad']): PreflightError =>
  refused(bad.map(({line, reason}) => `line ${line}: ${reason}`));

/** The people who unsubscribed, and bounced addresses if requested; it reports how many of each a column names. */
async function leaversOf(
  {file, bounced: wantBounced, status}: AddressInput,
  notice: Context['notice'],
  read: () => Promise<Leavers>,
): Promise<People & Pick<Leavers, 'warnings'>> {
  const {left, bounced, others, headers, warnings} = await read();
  if (headers.length === 0) {
    if (wantBounced || status) throw nobodyLeft(String(file));
    return {...left, warnings};
  }
  const hard =
    bounced.people.length === 0
      ? ''
      : `, ${counted(bounced.people.length, 'bounced', 'bounced')}${wantBounced ? '' : ' (--bounced adds them too)'}`;
  notice(
    `By ${andList([...new Set(headers)].map(header => `“${header}”`))}: ${counted(left.people.length, 'person', 'people')} unsubscribed${hard}; ${counted(others, 'row')} skipped${others === 0 ? '' : ' (--status-column none takes everybody)'}.`,
  );
  if (!wantBounced) return {...left, warnings};
  return {
    ...left,
    warnings,
    people: [...left.people, ...bounced.people],
    rejected: [...left.rejected, ...bounced.rejected],
  };
}

const nobodyLeft = (file: string): PreflightError =>
  new PreflightError(`No column of ${clean(file)} says who left.`, {
    hint: 'Name it with --status-column. To take everyone in the file, leave --status and --bounced out.',
  });

const refused = (problems: readonly string[]): PreflightError =>
  new PreflightError(`emk cannot add these: ${reasonsWithMore(problems, 10)}.`, {
    hint: 'Nothing was sent. Fix or delete these lines, then run the same line again.',
  });

/** How a list of people with names is typed. */
export const AS_PASTED = 'Write each as "Ada Lovelace <ada@example.com>".';

/** Pasted people, or one with the names of the line in place of the pasted ones. */
export function namedPeople(
  texts: readonly string[],
  {first_name, last_name}: {readonly first_name?: string | undefined; readonly last_name?: string | undefined},
): ReadonlyArray<Omit<Person, 'line'>> {
  const people = pastedPeople(texts);
  if (people.length > 1 && (first_name ?? last_name) !== undefined) {
    throw new UsageError(`--first-name and --last-name can name only one person, and you gave ${people.length}.`, {
      hint: AS_PASTED,
    });
  }
  return people.map(person => ({
    email: person.email,
    first_name: first_name ?? person.first_name,
    last_name: last_name ?? person.last_name,
  }));
}
