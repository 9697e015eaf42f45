import {resolve} from 'node:path';
import {forEachRecord} from '../api/answers/record-sources.js';
import type {Permit} from '../api/describe/permit.js';
import type {InputOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {effectOf, starting, unsubscribing} from '../change/effect/effect.js';
import {mustBeListed} from '../change/records/read.js';
import {type Ended, endedEach} from '../change/work/ending.js';
import {createOne} from '../commands/verbs/create.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {andList, counted, reasonsWithMore} from '../core/words/sentence.js';
import {encodingCalled} from '../csv/bytes/encodings.js';
import {statusWords} from '../csv/columns/open-status.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {type People, type Person, pastedPeople, readLeavers, readPeople} from '../csv/columns/people.js';
import {operations as contacts} from '../endpoints/contacts.js';
import segmentRecipients, {operations as segmentRecipient} from '../endpoints/segment-recipients.js';
import segments from '../endpoints/segments.js';
import {startedAutomations} from '../mailings/started.js';
import {clean} from '../output/text/sanitise.js';
import {type AtDoor, openDoor} from '../people/door.js';
import {letInOne} from '../people/let-in.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addTo, leavingBook, type SegmentPerson, segmentBook} from './add-to.js';
import {type AddressInput, type addressOptions, withPasted} from './address-options.js';

/** The addresses that unsubscribed, and separately those that bounced. Without a column that says it, all did. */
type Leavers = Awaited<ReturnType<typeof readLeavers>>;

type ReadAddresses = People & Pick<Leavers, 'warnings'>;

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
async function readWanted(context: Context, input: AddressInput): Promise<ReadAddresses | undefined> {
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
async function peopleIn(
  context: Context,
  {file, ...how}: {readonly file: string} & Pick<AddressInput, 'column' | 'encoding'>,
): Promise<ReadAddresses> {
  return readPeople(await withPasted(context, file), placeOf(context, file), how);
}

const placeOf = ({host}: Context, file: string): string => (file === '-' ? file : resolve(host.cwd, file));

/** The people who unsubscribed, and bounced addresses if requested; it reports how many of each a column names. */
function leaversOf(
  {left, bounced, others, headers, warnings}: Leavers,
  {file, bounced: wantsBounced, status}: AddressInput,
  {notice}: Context,
): ReadAddresses {
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
const unfit = (bad: ReadonlyArray<{readonly line: number; readonly reason: string}>): PreflightError =>
  new PreflightError(
    `emk cannot add these: ${reasonsWithMore(
      bad.map(({line, reason}) => `line ${line}: ${reason}`),
      10,
    )}.`,
    {hint: 'Nothing was sent. Fix or delete these lines, then run the same line again.'},
  );

/** How a list of people with names is typed. */
const AS_PASTED = 'Write each as "Ada Lovelace <ada@example.com>".';

/** Pasted people, or one with the names of the line in place of the pasted ones. */
function namedPeople(
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

/** What a line says about people for a segment. */
type SegmentInput = InputOf<typeof addressOptions> &
  AtDoor & {
    readonly segment_id: number;
    readonly first_name?: string | undefined;
    readonly last_name?: string | undefined;
    readonly allow_automations?: boolean | 0 | 1 | undefined;
    readonly columns?: string | undefined;
  };

/** Refuses a file that cannot be read, before a person answers questions about the rest. */
export async function checkSegmentInput(context: Context, input: Partial<SegmentInput>): Promise<void> {
  refuseBoth(input);
  if (input.file !== undefined && input.file !== '-') await peopleIn(context, {...input, file: input.file});
}

function refuseBoth({file, first_name, last_name, email}: Partial<SegmentInput>): void {
  if (file === undefined || (first_name ?? last_name ?? email) === undefined) return;
  throw new UsageError('--file adds people from a file. The other options add people you type.', {
    hint: 'Remove --file, or remove the other options.',
  });
}

/** Adds people to a segment: those of a file, several, or one, who is shown. */
export async function addToSegment(context: Context, input: SegmentInput): Promise<Ended> {
  const {file, segment_id, strict} = input;
  refuseBoth(input);
  const read = file === undefined ? typedPeople(input) : await peopleIn(context, {...input, file});
  for (const warning of read.warnings) context.warn(warning);
  if (file !== undefined || read.people.length > 1) await mustBeListed(context, segments, segment_id);
  const {withNames, nameless} = await fillInNames(context, read.people);
  if (file === undefined && nameless.length > 0) throw unnamed(nameless, read.people.length);
  const [person] = withNames;
  if (file === undefined && person && withNames.length === 1) return addOne(context, person, input);
  const bad = [...read.rejected, ...nameless.map(withoutNames)].sort((one, other) => one.line - other.line);
  if (strict && bad.length > 0) throw unfit(bad);
  const door = await openDoor(context, input);
  // One per request, because the service accepts no more.
  const book = segmentBook(context, segment_id, door, ({length}) =>
    agreedTo(context, input, length, `Add ${counted(length, 'person', 'people')}`),
  );
  return endedEach(await addTo(context, book, {people: withNames, bad}));
}

async function addOne(context: Context, person: SegmentPerson, input: SegmentInput): Promise<Ended> {
  const {segment_id} = input;
  const door = await openDoor(context, input);
  const {email, first_name, last_name} = person;
  return createOne(
    context,
    {
      operation: segmentRecipient.add,
      async agreed() {
        await letInOne(context, door, email);
        return door.admit(await agreedTo(context, input, 1, `Add ${email}`));
      },
    },
    // Nobody should be in a segment twice, and the service would accept that.
    {segment_id, email, first_name, last_name, if_missing: true, columns: input.columns},
    {
      of: segmentRecipients,
      within: {segment_id},
      by: ['email'],
      duplicates: {by: ['email']},
      sheet: ['fullname', 'email', 'segment_id'],
      says: added => `${String(added['email'])} was added to the segment.`,
    },
  );
}

/** The yes to add people, who may start automations. */
async function agreedTo(
  context: Context,
  {segment_id: segment, allow_automations}: SegmentInput,
  count: number,
  what: string,
): Promise<Permit<'creates'>> {
  const started = count === 0 || allow_automations ? [] : await startedAutomations(context, {segment});
  return context.agree(effectOf('creates', segmentRecipients, count, {starts: starting(started)}), {what});
}

const withoutNames = ({line, email}: Person) => ({
  line,
  reason: `"${email}" has no first and last name: add both to this line, or to the contact`,
});

/** The people of a line. */
function typedPeople({email, ...names}: SegmentInput): Pick<People, 'people' | 'rejected'> & {warnings: string[]} {
  if (email === undefined) {
    throw new UsageError('--email or --file is missing.', {hint: 'Paste people, or name a file of people.'});
  }
  const people = namedPeople(email, names).map((person, at) => ({line: at + 1, ...person}));
  return {people, rejected: [], warnings: []};
}

function unnamed(nameless: readonly Person[], all: number): UsageError {
  const them = andList(nameless.map(person => person.email));
  return new UsageError(`A segment needs both names, and emk does not know them for ${them}.`, {
    hint: all === 1 ? 'Add --first-name and --last-name.' : AS_PASTED,
  });
}

/** People with both names, and those for whom nobody knows both. */
type ByNames<P> = {readonly withNames: readonly P[]; readonly nameless: readonly P[]};

/** Fills in missing names from the contacts: a segment accepts nobody without both names. */
async function fillInNames<P extends SegmentPerson>(context: Context, people: readonly P[]): Promise<ByNames<P>> {
  const wanting = new Set(people.filter(person => !isNamed(person)).map(({email}) => foldAddress(email)));
  if (wanting.size === 0) return {withNames: people, nameless: []};
  const known = new Map<string, Pick<SegmentPerson, 'first_name' | 'last_name'>>();
  context.progress.show({label: 'Looking up names'});
  await forEachRecord(context.stream(contacts.list), ({email, first_name, last_name}) => {
    const address = foldAddress(email ?? '');
    if (wanting.has(address) && first_name && last_name) known.set(address, {first_name, last_name});
  });
  context.progress.clear();
  const all = people.map(person => (isNamed(person) ? person : {...person, ...known.get(foldAddress(person.email))}));
  return {withNames: all.filter(isNamed), nameless: all.filter(person => !isNamed(person))};
}

const isNamed = ({first_name, last_name}: SegmentPerson): boolean => first_name !== '' && last_name !== '';
