import type {OperationInput} from '../api/describe/operation.js';
import type {Admission} from '../api/describe/permit.js';
import type {Loose} from '../api/describe/schema.js';
import type {Card} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {effectOf, mailInWords, type Start, starting} from '../change/effect/effect.js';
import {keyOf} from '../change/identity/identities.js';
import {turnFor} from '../change/records/create-all.js';
import {recordTitle} from '../change/records/names.js';
import {readRecord} from '../change/records/read.js';
import type {Ended} from '../change/work/ending.js';
import {createOne} from '../commands/verbs/create.js';
import {looksTheSame, updateOne} from '../commands/verbs/update.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {counted, lowerFirst, withMore} from '../core/words/sentence.js';
import {readPasted} from '../csv/columns/pasted-people.js';
import {splitName} from '../csv/columns/split-cells.js';
import contacts, {operations} from '../endpoints/contacts.js';
import {startedAutomations} from '../mailings/started.js';
import {type AtDoor, openDoor} from '../people/door.js';
import {letInOne} from '../people/let-in.js';
import {foldAddress, trim} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';
import {effectOfMoving, movePerson} from './add-to.js';
import {changeCountry} from './change-country.js';

type TypedContact = OperationInput<typeof operations.create>;

/** What a line says about duplicates, people who left, and automations. */
type ContactChoices = {
  readonly if_missing?: unknown;
  readonly allow_duplicate?: unknown;
  readonly include_unsubscribed?: boolean | 0 | 1 | undefined;
  readonly allow_automations?: unknown;
  readonly columns?: unknown;
};

/** Adds a contact. */
export async function createContact(context: Context, input: TypedContact & ContactChoices): Promise<Ended> {
  const {include_unsubscribed, allow_automations, if_missing, allow_duplicate, columns, ...given} = input;
  const contact = asPerson(given);
  const {email, contact_type_id: list, country, ...rest} = contact;
  return createOne(
    context,
    {
      operation: operations.create,
      async agreed() {
        const door = await openDoor(context, {include_unsubscribed});
        await letInOne(context, door, email);
        const starts = allow_automations ? [] : starting(await startedAutomations(context, {list}));
        return door.admit(await context.agree(effectOf('creates', contacts, 1, {starts}), {what: `Add ${email}`}));
      },
    },
    {...contact, if_missing, allow_duplicate, columns},
    {
      of: contacts,
      // Another run that adds the same person may give another name.
      by: if_missing ? [] : Object.keys(rest),
      duplicates: {by: ['email', 'contact_type_id']},
      mayBe: one => keyOf('contacts', one) === keyOf('contacts', contact) && isFrom(context, one, country),
      // The country is omitted, because its name needs a large download.
      sheet: ['email', 'first_name', 'last_name', 'contact_type_id'],
      says: () => `${email} was added to the contacts.`,
    },
  );
}

/** One person: a name that was pasted with the address, `Ada Lovelace <ada@b.example>`, is the person's, unless the line says another. */
function asPerson<C extends TypedContact>(given: C): C {
  const [only = {email: given.email, name: ''}, ...others] = readPasted(given.email).people;
  if (others.length > 0)
    throw new UsageError(`This is about one person, not ${others.length + 1}.`, {
      hint: 'To add several: emk contacts import FILE --list LIST',
    });
  const isNamed = (given.first_name ?? given.last_name) !== undefined;
  const names = Object.entries(splitName(only.name)).filter(([, name]) => !isNamed && name !== '');
  return {...given, ...Object.fromEntries(names), email: only.email};
}

/** Whether a contact may have this country. The list has its name, so only one that the line names can be compared. */
function isFrom({called}: Context, contact: Loose, country: number): boolean {
  const name = called('country', country);
  return name === String(country) || !contact['country'] || name === `"${String(contact['country'])}"`;
}

/** Changes a contact. If it moves, it goes through the door, and the person is asked about automations that may start. */
export const updateContact = async (context: Context, given: Loose, how: UpdatingContact): Promise<Ended> => {
  const update = (): Promise<Ended> =>
    updateOne(
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
        agreed: current => goThroughDoor(context, given, current, how),
      },
      given,
    );
  const {contact_id: id, contact_type_id: list, email} = given;
  if ((list === undefined && email === undefined) || context.ask.possible) return update();
  const missing = list === undefined || email === undefined;
  const now: Loose = missing ? await context.call(operations.details, {contact_id: Number(id)}) : {};
  const [to, address] = [Number(list ?? now['contact_type_id']), String(email ?? now['email'] ?? '')];
  return context.takeTurns([turnFor(contacts, String(to))], `the list of ${address}`, update);
};

type UpdatingContact = {
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
  {allowed, duplicate, atDoor}: UpdatingContact,
): Promise<Admission<'updates'>> {
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
  const permit = await context.agree(effectOfMoving(1, starts), {what});
  return movePerson(context, {from, to: to.email, isElsewhere}, atDoor, permit);
}

/** The automations that start: of a list that the contact moves to, or of a segment that a changed contact may come into. */
async function startsOf(context: Context, current: Loose, given: Loose): Promise<readonly Start[]> {
  const {contact_type_id: from} = current;
  const {contact_type_id: to = from} = given;
  if (to !== from) {
    return starting(await startedAutomations(context, {list: Number(to)}));
  }
  if (Object.keys(given).every(name => looksTheSame(given[name], asWritten(current)[name]))) return [];
  return starting(await startedAutomations(context, {changedIn: Number(from)}), 'changes');
}

/** A contact in the form for writing: the country is read as text and written as a number. */
const asWritten = ({country, ...rest}: Loose): Loose => ({...rest, country: Number(country)});

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

/** Names the first three of the contacts to delete. Each is read by itself, because the list of all may be huge. */
export async function contactsCard(context: Context, ids: ReadonlyArray<string | number>): Promise<Card> {
  const names: string[] = [];
  for (const id of ids.slice(0, MOST_NAMED)) {
    const {email} = await readRecord(context, contacts, operations.details, {contact_id: Number(id)});
    names.push(email || `contact ${id}`);
  }
  const which = withMore(names, ids.length, MOST_NAMED);
  if (ids.length === 1) return {what: `Delete contact ${which}`, lines: []};
  const question = `Delete ${counted(ids.length, 'contact')}`;
  return {what: `${question}: ${which}`, question, lines: [['Contacts', which]]};
}

const MOST_NAMED = 3;
