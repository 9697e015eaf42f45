import type {Context} from '../../commands/command.js';
import type {Done} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type AddressBook, addMissing} from './add-addresses.js';
import type {Wanted} from './wanted-addresses.js';

/** A list that accepts one person per request, with a name. */
type PeopleBook<P> = Omit<AddressBook, 'add' | 'most'> & {add(person: P): Promise<unknown>};

/** Adds several people to a list, each once and only if they are not in it yet, so that a second run adds the rest. */
export function addPeople<P extends {readonly email: string}>(
  context: Context,
  {people, bad = []}: {readonly people: readonly P[]; readonly bad?: Wanted['bad']},
  {add, ...book}: PeopleBook<P>,
): Promise<Done> {
  const byAddress = new Map(people.map(person => [foldAddress(person.email), person]));
  return addMissing(
    context,
    {addresses: people.map(({email}) => email), bad},
    {...book, most: 1, add: email => add(byAddress.get(foldAddress(email)) as P)},
  );
}
