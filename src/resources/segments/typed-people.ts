import type {Context} from '../../commands/command.js';
import type {Person} from '../../csv/columns/people.js';
import {UsageError} from '../../errors.js';
import {andList} from '../../words/list.js';

/** The names to ask for: a segment accepts nobody without both, and those of a contact are known. */
export async function namesToAsk(context: Context, pasted: unknown): Promise<readonly string[]> {
  const {pastedPeople} = await import('../../csv/columns/people.js');
  const people = pastedPeople([pasted].flat().map(String));
  if (people.length !== 1) return [];
  const {lookUpNames} = await import('./fill-in-names.js');
  return (await lookUpNames(context, people)).withNames.length > 0 ? [] : ['first_name', 'last_name'];
}

type Typed = {
  readonly email: readonly string[] | undefined;
  readonly first_name: string | undefined;
  readonly last_name: string | undefined;
};

/** The people of a line, with names from the contacts if the line gives none. */
export async function typedPeople(context: Context, {email, ...names}: Typed): Promise<readonly Person[]> {
  if (email === undefined) {
    throw new UsageError('--email or --file is missing.', {hint: 'Paste people, or name a file of people.'});
  }
  const {AS_PASTED, namedPeople} = await import('../shared/named-people.js');
  const people = namedPeople(email, names).map((person, at) => ({line: at + 1, ...person}));
  const {fillInNames} = await import('./fill-in-names.js');
  const {withNames, nameless} = await fillInNames(context, people);
  if (nameless.length === 0) return withNames;
  const them = andList(nameless.map(person => person.email));
  throw people.length === 1
    ? new UsageError(`A segment needs both names, and ${them} is not among your contacts.`, {
        hint: 'Add --first-name and --last-name.',
      })
    : new UsageError(`A segment needs both names, and emk does not know them for ${them}.`, {hint: AS_PASTED});
}
