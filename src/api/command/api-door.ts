import type {Context} from '../../commands/command.js';
import {readPeople} from '../../csv/columns/people.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {PreflightError} from '../../errors.js';
import {type Moved, type MovePermit, movePerson} from '../../resources/move-people.js';
import {type AtDoor, openDoor} from '../../who-left/door.js';
import {letInOne, nameGroupLeavers, stoppedBy} from '../../who-left/let-in.js';
import {stoppedInWords, wayIn} from '../../who-left/words.js';
import type {FormField} from '../describe/request.js';
import type {Operation} from '../describe/schema.js';

/** Takes the people of a request through the same door as those of any command. */
export async function goThroughDoor(
  context: Context,
  permit: MovePermit,
  operation: Operation | undefined,
  fields: readonly FormField[],
  atDoor: AtDoor,
): Promise<Moved | undefined> {
  if (operation?.admits === undefined) return undefined;
  const form = new Map(fields);
  const file = form.get('file');
  if (operation === contacts.upload && typeof file === 'object') {
    await refuseWhole(context, file, atDoor);
    return undefined;
  }
  const given = form.get('email');
  if (operation !== contacts.update) {
    await letInOne(context, await openDoor(context, atDoor), String(given ?? ''));
    return undefined;
  }
  const {email, contact_type_id: type} = await context.call(contacts.details, {
    contact_id: Number(form.get('contact_id')),
  });
  const from = email ?? '';
  const isElsewhere = Number(form.get('contact_type_id') ?? type) !== type;
  return movePerson(context, {from, to: String(given ?? from), isElsewhere}, atDoor, permit);
}

/** Refuses a file with people who left: a request cannot skip them. */
async function refuseWhole(context: Context, file: Exclude<FormField[1], string>, atDoor: AtDoor): Promise<void> {
  if (!('path' in file)) return;
  const {people} = await readPeople(context.host, file.path);
  const door = await openDoor(context, atDoor);
  const addresses = people.map(({email}) => email);
  const stopped = nameGroupLeavers(context, stoppedBy(door, addresses));
  if (stopped.length === 0) return;
  throw new PreflightError(`${stoppedInWords(stopped)}, so emk did not send the file.`, {
    hint: `"emk import" skips such people. ${wayIn(stopped.length)}`,
  });
}
