import {resolve} from 'node:path';
import {unsubscribing} from '../change/effect/effect.js';
import {type Ended, endedEach} from '../change/work/ending.js';
import type {Context} from '../commands/command.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {andList, counted, reasonsWithMore} from '../core/words/sentence.js';
import {encodingCalled} from '../csv/bytes/encodings.js';
import {statusWords} from '../csv/columns/open-status.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {type Leavers, type People, type Person, pastedPeople, readLeavers, readPeople} from '../csv/columns/people.js';
import {clean} from '../output/text/sanitise.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addTo, leavingBook} from './add-to.js';
import {type AddressInput, withPasted} from './address-options.js';

type Read = People & Pick<Leavers, 'warnings'>;

/** Unsubscribes addresses from one group, or from everything. */
export async function unsubscribeAddresses(context: Context, input: AddressInput): Promise<Ended> {
  const {group = null} = input;
  const wanted = await wantedAddresses(context, input);
  const book = leavingBook(context, group, fresh => {
    const from = group === null ? 'all mail' : `the group "${context.called('group', group)}"`;
    const [only, ...others] = fresh;
    const who = others.length === 0 ? only?.email : counted(fresh.length, 'address', 'addresses');
    // Several at once are asked about at a terminal. A script has named them, and needs no yes.
    const asks = context.ask.possible && others.length > 0 && {always: true as const};
    return context.agree(unsubscribing(fresh.length), {what: `Unsubscribe ${who} from ${from}`, ...asks});
  });
  return endedEach(await addTo(context, book, wanted));
}

/**
 * The addresses of the command line and of the file. A bad line of the file stops only itself, unless `strict`: the others
 * must not get mail because of it.
 */
async function wantedAddresses(context: Context, input: AddressInput): Promise<Parameters<typeof addTo>[2]> {
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
  const people = new Map([...typed, ...(read?.people ?? [])].map(({email: one}) => [foldAddress(one), {email: one}]));
  if (bad.length > 0 && (strict || people.size === 0)) throw unfit(bad);
  return {people: [...people.values()], bad};
}

/** Refuses a file that cannot be read, before a person answers questions about the rest. */
export async function checkAddressesFirst(context: Context, input: Partial<AddressInput>): Promise<void> {
  if (input.encoding !== undefined) encodingCalled(input.encoding);
  if (input.file !== '-') await readWanted({...context, notice: () => undefined}, input);
}

/** The people of the file. Only an unsubscribe from everything heeds a column that says who left another tool. */
async function readWanted(context: Context, input: AddressInput): Promise<Read | undefined> {
  const {file, column, encoding, group, status} = input;
  if (file === undefined) return undefined;
  if (group !== undefined) return peopleIn(context, {file, column, encoding});
  const host = await withPasted(context, file);
  const read = await readLeavers(host, placeOf(context, file), {
    ...{column, encoding, statusColumn: input.status_column, typedLine: context.line},
    words: statusWords(status, 'left'),
  });
  return leaversOf(read, input, context);
}

/** The people of a file, or of standard input for `-`. */
export async function peopleIn(
  context: Context,
  {file, ...how}: {readonly file: string} & Pick<AddressInput, 'column' | 'encoding'>,
): Promise<Read> {
  return readPeople(await withPasted(context, file), placeOf(context, file), how);
}

const placeOf = ({host}: Context, file: string): string => (file === '-' ? file : resolve(host.cwd, file));

/** The people who unsubscribed, and bounced addresses if requested; it reports how many of each a column names. */
function leaversOf(
  {left, bounced, others, headers, warnings}: Leavers,
  {file, bounced: wantsBounced, status}: AddressInput,
  {notice}: Context,
): Read {
  if (headers.length === 0) {
    if (wantsBounced || status) throw nobodyLeft(String(file));
    return {...left, warnings};
  }
  const hint = wantsBounced ? '' : ' (--bounced adds them too)';
  const hard = bounced.people.length === 0 ? '' : `, ${counted(bounced.people.length, 'bounced', 'bounced')}${hint}`;
  const skipped = `${counted(others, 'row')} skipped${others === 0 ? '' : ' (--status-column none takes everybody)'}`;
  const by = andList([...new Set(headers)].map(header => `“${header}”`));
  notice(`By ${by}: ${counted(left.people.length, 'person', 'people')} unsubscribed${hard}; ${skipped}.`);
  if (!wantsBounced) return {...left, warnings};
  const [people, rejected] = [
    [...left.people, ...bounced.people],
    [...left.rejected, ...bounced.rejected],
  ];
  return {...left, warnings, people, rejected};
}

const nobodyLeft = (file: string): PreflightError =>
  new PreflightError(`No column of ${clean(file)} says who left.`, {
    hint: 'Name it with --status-column. To take everyone in the file, leave --status and --bounced out.',
  });

/** The error for lines of a file without an address, if these stop everything. */
export const unfit = (bad: ReadonlyArray<{readonly line: number; readonly reason: string}>): PreflightError =>
  new PreflightError(
    `emk cannot add these: ${reasonsWithMore(
      bad.map(({line, reason}) => `line ${line}: ${reason}`),
      10,
    )}.`,
    {hint: 'Nothing was sent. Fix or delete these lines, then run the same line again.'},
  );

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
