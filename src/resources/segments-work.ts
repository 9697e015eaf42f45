import {forEachRecord} from '../api/answers/record-sources.js';
import type {Permit} from '../api/describe/permit.js';
import type {InputOf} from '../api/describe/schema.js';
import {effectOf, starting} from '../change/effect/effect.js';
import {type Ended, endedEach} from '../change/work/ending.js';
import type {Context} from '../commands/command.js';
import {mustBeListed} from '../commands/records.js';
import {createOne} from '../commands/verbs/create.js';
import {UsageError} from '../core/errors.js';
import {andList, counted} from '../core/words/sentence.js';
import type {People, Person} from '../csv/columns/people.js';
import {operations as contacts} from '../endpoints/contacts.js';
import segmentRecipients, {operations} from '../endpoints/segment-recipients.js';
import segments from '../endpoints/segments.js';
import {startedAutomations} from '../mailings/started.js';
import {type AtDoor, openDoor} from '../people/door.js';
import {letInOne} from '../people/let-in.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {addTo, type SegmentPerson, segmentBook} from './add-to.js';
import type {addressOptions} from './address-options.js';
import {AS_PASTED, namedPeople, peopleIn, unfit} from './addresses.js';

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
  if (file === undefined && nameless.length > 0) throw unnamed(nameless);
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
      operation: operations.add,
      async agreed() {
        await letInOne(context, door, email);
        return door.admit(await agreedTo(context, input, 1, `Add ${email}`));
      },
    },
    {segment_id, email, first_name, last_name},
    {
      of: segmentRecipients,
      within: () => ({segment_id}),
      by: ['email'],
      duplicates: {by: ['email']},
      // Nobody should be in a segment twice, and the service would accept that.
      if_missing: true,
      sheet: ['fullname', 'email', 'segment_id'],
      says: added => `${String(added['email'])} was added to the segment.`,
      columns: input.columns,
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

function unnamed(nameless: readonly Person[]): UsageError {
  const them = andList(nameless.map(person => person.email));
  return new UsageError(`A segment needs both names, and emk does not know them for ${them}.`, {
    hint: `${AS_PASTED} For one person: --first-name and --last-name.`,
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
