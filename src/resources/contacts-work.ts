import type {OperationInput, OperationOutput} from '../api/describe/operation.js';
import type {Admission} from '../api/describe/permit.js';
import type {Loose} from '../api/describe/schema.js';
import {effectOf, mailInWords, type Start, starting} from '../change/effect/effect.js';
import {holds, keyOf} from '../change/identity/identities.js';
import type {Ended} from '../change/work/ending.js';
import type {Card} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {turnFor} from '../commands/verbs/create.js';
import {alike} from '../commands/verbs/differences.js';
import {type DuplicateChoice, readDuplicateChoice, settleDuplicate} from '../commands/verbs/duplicate.js';
import {newSince, simultaneousIn, surveyList} from '../commands/verbs/find-created.js';
import {recordTitle} from '../commands/verbs/sentences.js';
import {updateOne} from '../commands/verbs/update-one.js';
import {NotFoundError, PartialError, PreflightError, UnknownOutcomeError} from '../core/errors.js';
import {andList, counted, lowerFirst, number} from '../core/words/sentence.js';
import contacts, {operations} from '../endpoints/contacts.js';
import {startedAutomations} from '../mailings/started.js';
import type {Done, Result} from '../output/results/result.js';
import type {AtDoor} from '../people/door.js';
import {foldAddress, trim} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import type {Fields} from '../records/view/select.js';
import {addMailed, namedPeople} from './addresses.js';
import {changeCountry} from './change-country.js';
import {type Moved, movePerson, moving} from './move-people.js';

type Contact = OperationOutput<typeof operations.list>[number];
export type Given = OperationInput<typeof operations.create>;

/** The list before a contact is added: its highest id, unless unread, and an existing contact to print instead. */
type Before = {readonly highest: number | undefined; readonly instead: Result | undefined};

/** The fields to show after adding a contact. The country is omitted, because its name needs a large download. */
export const sheet = ['email', 'first_name', 'last_name', 'contact_type_id'] as const;

/**
 * Reads the list before a contact is added, for its highest id and for contacts with the same address. The list may be
 * huge, so with `--allow-duplicate` this happens only if the id is needed.
 */
export async function lookBefore(
  context: Context,
  input: Given,
  duplicates: DuplicateChoice,
  fields: Fields | undefined,
): Promise<Before> {
  const {ifMissing, allowed} = readDuplicateChoice(duplicates);
  const asks = ifMissing || (!allowed && !context.globals.dryRun);
  if (!asks && !wantsId(context, fields)) return {highest: undefined, instead: undefined};
  const likeness = (one: Loose) => (asks && hasAddress(one, input) ? 'same' : undefined);
  const {highest, duplicate: held} = await surveyList(context, {of: contacts}, {likeness, stops: ifMissing});
  return {highest, instead: held && (await settleDuplicate(context, {of: contacts, fields}, held, ifMissing))};
}

/** What to show of a person who went through the door. */
type Adding = {readonly fields: Fields | undefined; readonly permit: Admission<'creates'>};

/**
 * Adds one contact, and looks it up if its id is needed or the answer was lost. The lookup compares every given value
 * and excludes the ids that were in the list before; without those, a lost answer stays unknown.
 */
export async function createContact(
  context: Context,
  input: Given,
  {highest}: Pick<Before, 'highest'>,
  {fields, permit}: Adding,
): Promise<Result> {
  const {create, list} = operations;
  const {globals} = context;
  const answer = await context.send(permit, create, input).catch(error => {
    if (error instanceof UnknownOutcomeError) return error;
    throw error;
  });
  const sentence = `${input.email} was added to the contacts.`;
  if (globals.dryRun) return {kind: 'nothing'};
  const {shape} = list.returns;
  const lostAnswer = answer instanceof Error ? answer : undefined;
  if (!lostAnswer && !wantsId(context, fields))
    return {kind: 'record', record: input, shape, key: 'id', fields, sentence};
  const hint = `To look for it before you continue: ${searchFor(input.email)}`;
  const found = await afterChange(context, {happened: 'The contact was added', lostAnswer, hint}, async () => {
    const alike = await matching(context, input, highest);
    return lostAnswer || alike.length > 1 ? withCountry(context, alike, input) : alike;
  });
  const [only, ...others] = found;
  if (only && others.length === 0 && highest !== undefined)
    return {kind: 'record', record: only, shape, key: 'id', fields, sentence};
  if (lostAnswer && only)
    throw new UnknownOutcomeError(lostAnswer.message, {cause: lostAnswer, hint: mayBeThis(found)});
  if (lostAnswer) throw lostAnswer;
  const what = only ? `${found.length} new contacts look the same` : 'the list does not show it yet';
  throw new PartialError(`The contact was added, but emk does not know its id: ${what}.`, {hint});
}

/**
 * Adds a contact that should exist once, and checks whether another run has added the same address at the same moment.
 * Then it returns the first of them, and names the other.
 */
export async function createAlone(context: Context, input: Given, before: Before, how: Adding): Promise<Result> {
  const made = await createContact(context, input, before, how).catch((error: unknown) => {
    if (error instanceof PartialError) return error;
    throw error;
  });
  if (context.globals.dryRun) return orThrow(made);
  const {email, contact_type_id, country} = input;
  const duplicates = simultaneousIn(
    contacts,
    await matching(context, {email, contact_type_id, country}, before.highest),
  );
  if (!duplicates) return orThrow(made);
  const {kept: record, error} = duplicates;
  return {
    ...{kind: 'record', record, shape: operations.list.returns.shape, key: 'id', fields: how.fields},
    ...{sentence: `${email} was added to the contacts.`, error},
  };
}

function orThrow(made: Result | PartialError): Result {
  if (made instanceof PartialError) throw made;
  return made;
}

/** Whether the result needs what only the list shows: the id, or fields that the service sets. */
const wantsId = ({globals, reader}: Context, fields: Fields | undefined): boolean =>
  !globals.dryRun && (reader !== 'people' || fields === undefined || fields.chosen);

/** The contacts with a higher id, or all if none is known, that have every given value; the country is not compared. */
const matching = (context: Context, {country: _, email, ...rest}: Given, highest = 0): Promise<Contact[]> => {
  const isIt = (one: Loose): boolean =>
    hasAddress(one, {email, contact_type_id: rest.contact_type_id}) && holds(one, rest);
  return newSince(context, {of: contacts, isIt}, highest) as Promise<Contact[]>;
};

/** The contacts with the given country. The list shows countries by name, so this reads each contact's details. */
async function withCountry({call}: Context, some: readonly Contact[], {country}: Given): Promise<Contact[]> {
  const kept: Contact[] = [];
  for (const one of some) {
    const shown = await call(operations.details, {contact_id: one.id});
    // If the details show a name too, the country cannot be compared; a contact without one does not match.
    if (shown.country === null) continue;
    if (!/^\d+$/.test(shown.country) || Number(shown.country) === country) kept.push(one);
  }
  return kept;
}

const hasAddress = (one: Loose, given: Pick<Given, 'email' | 'contact_type_id'>): boolean =>
  keyOf('contacts', one) === keyOf('contacts', given);

/** The line that shows every contact with an address. */
const searchFor = (email: string): string => `emk contacts list --where 'email=${email}'`;

/** Whether a contact may be the new one. An older contact with the same values cannot be told from it. */
const mayBeThis = (found: readonly {readonly id: number; readonly created_at: string}[]): string => {
  const which = found
    .map(({id, created_at}) => `${id} (created ${created_at.slice(0, 16).replace('T', ' ')} UTC)`)
    .join(', ');
  return `There is such a contact, new or old: ${which}. Look at it before you try again.`;
};

/** Changes a contact. If it moves, it goes through the door, and the person is asked about automations that may start. */
export const updateContact = async (context: Context, given: Loose, how: Updating): Promise<Ended> => {
  const update = async (): Promise<Ended> => {
    let moved: Moved | undefined;
    return updateOne(
      context,
      {
        operation: operations.update,
        of: contacts,
        read: operations.details,
        key: 'contact_id',
        adapt: asWritten,
        replaced: changeCountry('country', ['state', 'city']),
        sheet: ['fullname', 'email', 'contact_type_id', 'city'],
        columns: how.columns,
        async agreed(current) {
          moved = await goThroughDoor(context, given, current, how);
          return moved.admission;
        },
      },
      given,
    ).catch((error: unknown) => {
      throw moved ? moved.orStays(error) : error;
    });
  };
  const {contact_id: id, contact_type_id: list, email} = given;
  if ((list === undefined && email === undefined) || context.ask.possible) return update();
  const missing = list === undefined || email === undefined;
  const now: Loose = missing ? await context.call(operations.details, {contact_id: Number(id)}) : {};
  const [to, address] = [Number(list ?? now['contact_type_id']), String(email ?? now['email'] ?? '')];
  return context.takeTurns([turnFor(contacts, String(to), foldAddress(address))], `the list of ${address}`, update);
};

type Updating = {
  readonly columns: unknown;
  readonly allowed: boolean;
  readonly duplicate: boolean;
  readonly atDoor: AtDoor;
};

/** Asks about people who left, about an address that is there already, and about automations, if the contact moves. */
async function goThroughDoor(
  context: Context,
  given: Loose,
  current: Loose,
  {allowed, duplicate, atDoor}: Updating,
): Promise<Moved> {
  const from = String(current['email'] ?? '');
  const to = {
    id: Number(given['contact_id']),
    email: String(given['email'] ?? from),
    list: Number(given['contact_type_id'] ?? current['contact_type_id']),
  };
  const isRenamed = foldAddress(to.email) !== foldAddress(from);
  const isElsewhere = to.list !== current['contact_type_id'];
  if ((isElsewhere || isRenamed) && !duplicate) await gateDuplicate(context, to);
  const found = allowed || context.globals.dryRun ? [] : await startsOf(context, current, given);
  // Nobody is added who stays on the list with the same address, so that is worth a sentence and no question.
  const isAdding = isElsewhere || isRenamed;
  if (!isAdding) for (const start of found) context.notice(`This ${mailInWords(start)}.`);
  const starts = isAdding ? found : [];
  const who = recordTitle(contacts, current);
  const what = isElsewhere ? `Move ${who} to another list` : `Change ${lowerFirst(who)}`;
  const permit = await context.agree(moving(1, starts), {what});
  return movePerson(context, {from, to: to.email, isElsewhere}, atDoor, permit);
}

/** The automations that start: of a list that the contact moves to, or of a segment that a changed contact may come into. */
async function startsOf(context: Context, current: Loose, given: Loose): Promise<readonly Start[]> {
  const {contact_type_id: from} = current;
  const {contact_type_id: to = from} = given;
  if (to !== from) {
    return starting(await startedAutomations(context, {list: Number(to)}));
  }
  if (Object.keys(given).every(name => alike(given[name], asWritten(current)[name]))) return [];
  return starting(await startedAutomations(context, {changedIn: Number(from)}), 'changes');
}

/** A contact in the form for writing: the country is read as text and written as a number. */
export const asWritten = ({country, ...rest}: Loose): Loose => ({...rest, country: Number(country)});

/** The address and list that a contact is about to get. */
type Whereto = {readonly id: number; readonly email: string; readonly list: number};

/**
 * Asks before a change puts a person into a list a second time; a script needs `--allow-duplicate`. The service would
 * keep both contacts and mail both.
 */
async function gateDuplicate(context: Context, {id, email, list}: Whereto): Promise<void> {
  const wanted = keyOf('contacts', {email, contact_type_id: list});
  if (wanted === undefined) return;
  for await (const batch of context.stream(operations.list)) {
    const held = batch.find(one => one.id !== id && isNotDeleted(one) && keyOf('contacts', one) === wanted);
    if (!held) continue;
    const there = `${trim(email)} is already on that list`;
    if (context.ask.possible && !context.globals.yes) {
      const what = `${there}. Change this contact anyway, and have the address there twice`;
      await context.agree(effectOf('updates', contacts, 0), {what, always: true});
      return;
    }
    throw new PreflightError(`${there}, so the same person would be on it twice.`, {
      hint: `Nothing was changed. To have both, add --allow-duplicate. To delete this one instead: emk contacts delete ${id}`,
    });
  }
}

/** The contacts that a line means: one for each pasted person, with the person's name unless the line gives another. */
export function pastedContacts(given: Given): readonly [Given, ...Given[]] {
  const {email, first_name, last_name, ...rest} = given;
  const [first = given, ...others] = namedPeople([email], {first_name, last_name}).map(person => ({
    ...{...rest, email: person.email},
    ...nameOf('first_name', person.first_name),
    ...nameOf('last_name', person.last_name),
  }));
  return [first, ...others];
}

/** A name to send. A missing name is not sent, because that differs from an empty one. */
const nameOf = <K extends string>(key: K, name: string): {readonly [key in K]?: string} =>
  (name === '' ? {} : {[key]: name}) as {readonly [key in K]?: string};

/** Adds several contacts to one list, except those whose address is already in it. */
export async function addSeveral(
  context: Context,
  people: readonly [Given, ...Given[]],
  allowed: boolean,
  atDoor: AtDoor,
): Promise<Done> {
  const list = people[0].contact_type_id;
  return addMailed(
    context,
    {people},
    {
      membership: 'in the list',
      turns: () => [turnFor(contacts, String(list))],
      atDoor,
      async before(fresh, admit) {
        const starts = fresh === 0 || allowed ? [] : await startedAutomations(context, {list});
        const effect = effectOf('creates', contacts, fresh, {starts: starting(starts)});
        const permit = await context.agree(effect, {what: `Add ${counted(fresh, 'person', 'people')}`});
        return person => context.send(admit(permit), operations.create, person);
      },
      async *entries() {
        for await (const batch of context.stream(operations.list)) {
          yield* batch.flatMap(({id, email, contact_type_id}) =>
            contact_type_id === list && email !== null ? [{id, email_address: email}] : [],
          );
        }
      },
    },
  );
}

/**
 * Names the contacts to delete: the first three, and the number of others. Each is read individually, because the list
 * of all contacts may be huge. Undefined if none of them exists.
 */
export async function contactsCard(context: Context, ids: ReadonlyArray<string | number>): Promise<Card | undefined> {
  const found: Array<string | undefined> = [];
  for (const id of ids.slice(0, MOST_NAMED)) found.push(await called(context, Number(id)));
  if (ids.length === found.length && found.every(name => name === undefined)) return undefined;
  const names = found.map((name, at) => name ?? `${ids[at]}, which does not exist`);
  const others = ids.length - names.length;
  const all = [...names, ...(others > 0 ? [`${number(others)} more`] : [])];
  const which = andList(all);
  if (ids.length === 1) return {what: `Delete contact ${which}`, lines: []};
  const question = `Delete ${number(ids.length)} contacts`;
  return {what: `${question}: ${which}`, question, lines: [['Contacts', which]]};
}

const MOST_NAMED = 3;

async function called({call}: Context, id: number): Promise<string | undefined> {
  try {
    const {fullname, email} = await call(operations.details, {contact_id: id});
    return [fullname?.trim(), email && `<${email}>`].filter(Boolean).join(' ') || String(id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return undefined;
  }
}
