import type {Context} from '../../commands/command.js';
import {turnFor} from '../../commands/verbs/create.js';
import {effectOf, starting} from '../../effect/effect.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import type {Done} from '../../output/results/result.js';
import type {AtDoor} from '../../who-left/door.js';
import {counted} from '../../words/sentence.js';
import {addMailed} from '../shared/add-addresses.js';
import {startedAutomations} from '../shared/started-automations.js';
import {namedPeople} from '../shared/wanted-addresses.js';
import type {Given} from './create.js';

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
