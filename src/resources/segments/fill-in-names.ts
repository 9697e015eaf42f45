import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {foldAddress} from '../../records/fields/fold-address.js';

type PersonToAdd = {readonly email: string; readonly first_name: string; readonly last_name: string};

/** People with both names, and those for whom nobody knows both. */
type ByNames<P> = {readonly withNames: readonly P[]; readonly nameless: readonly P[]};

/** Fills in missing names from the contacts: a segment accepts nobody without both names. */
export async function fillInNames<P extends PersonToAdd>(context: Context, people: readonly P[]): Promise<ByNames<P>> {
  if (people.every(isNamed)) return {withNames: people, nameless: []};
  const wanting = new Set(people.filter(person => !isNamed(person)).map(({email}) => foldAddress(email)));
  const known = new Map<string, Pick<PersonToAdd, 'first_name' | 'last_name'>>();
  context.progress.show({label: 'Looking up names'});
  await forEachRecord(context.stream(contacts.list), ({email, first_name, last_name}) => {
    const address = foldAddress(email ?? '');
    if (wanting.has(address) && first_name && last_name) known.set(address, {first_name, last_name});
  });
  context.progress.clear();
  const all = people.map(person => (isNamed(person) ? person : {...person, ...known.get(foldAddress(person.email))}));
  return {withNames: all.filter(isNamed), nameless: all.filter(person => !isNamed(person))};
}

const isNamed = ({first_name, last_name}: PersonToAdd): boolean => first_name !== '' && last_name !== '';
