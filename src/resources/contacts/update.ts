import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {turnFor} from '../../commands/verbs/create.js';
import {alike} from '../../commands/verbs/differences.js';
import {recordTitle} from '../../commands/verbs/sentences.js';
import {updateOne} from '../../commands/verbs/update-one.js';
import {effectOf, mailInWords, type Start, starting} from '../../effect/effect.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {PreflightError} from '../../errors.js';
import {keyOf} from '../../identity/identities.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {AtDoor} from '../../who-left/door.js';
import {lowerFirst} from '../../words/sentence.js';
import type {Ended} from '../../work/ending.js';
import {changeCountry} from '../shared/change-country.js';
import {type Moved, movePerson, moving} from '../shared/move-people.js';
import {startedAutomations} from '../shared/started-automations.js';

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
