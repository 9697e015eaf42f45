import type {Admit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import type {Done} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AtDoor, openDoor} from '../../who-left/door.js';
import {letIn} from '../../who-left/let-in.js';
import {type AddressBook, addMissing} from './add-addresses.js';
import type {Wanted} from './wanted-addresses.js';

/** A list that accepts one person per request, with a name. */
type PeopleBook<P> = Omit<AddressBook, 'add' | 'most' | 'before'> & {add(person: P): Promise<unknown>};

type People<P> = {readonly people: readonly P[]; readonly bad?: Wanted['bad']};

/** Adds several people to a list, each once and only if they are not in it yet, so that a second run adds the rest. */
export function addPeople<P extends {readonly email: string}>(
  context: Context,
  {people, bad = []}: People<P>,
  {add, ...book}: PeopleBook<P> & Pick<AddressBook, 'before'>,
): Promise<Done> {
  const byAddress = new Map(people.map(person => [foldAddress(person.email), person]));
  return addMissing(
    context,
    {addresses: people.map(({email}) => email), bad},
    {...book, most: 1, add: email => add(byAddress.get(foldAddress(email)) as P)},
  );
}

/** A list whose people get mail. */
type MailedBook<P> = Omit<PeopleBook<P>, 'add'> & {
  readonly atDoor: AtDoor;
  /** Called with the number of people who passed the door, before any is added; gives how to add each. */
  before(fresh: number, admit: Admit): Promise<(person: P) => Promise<unknown>>;
};

/** The same for a list whose people get mail: those who are not in it yet go through the door. */
export async function addMailed<P extends {readonly email: string}>(
  context: Context,
  all: People<P>,
  {atDoor, before, ...book}: MailedBook<P>,
): Promise<Done> {
  const door = await openDoor(context, atDoor);
  let add: ((person: P) => Promise<unknown>) | undefined;
  let facts: Awaited<ReturnType<typeof letIn>>['facts'] = {};
  const done = await addPeople(context, all, {
    ...book,
    async before(fresh) {
      const entered = await letIn(context, door, fresh);
      facts = entered.facts;
      add = await before(entered.addresses.length, door.admit);
      return entered.addresses;
    },
    add: async person => add?.(person),
  });
  return {...done, ...facts};
}
