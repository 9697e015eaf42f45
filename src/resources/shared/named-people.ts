import {type Person, pastedPeople} from '../../csv/columns/people.js';
import {UsageError} from '../../errors.js';

/** How a list of people with names is typed. */
export const AS_PASTED = 'Write each as "Ada Lovelace <ada@example.com>".';

/** Pasted people, or one with the names of the line in place of the pasted ones. */
export function namedPeople(
  texts: readonly string[],
  {first_name, last_name}: {readonly first_name?: string | undefined; readonly last_name?: string | undefined},
): ReadonlyArray<Omit<Person, 'line'>> {
  const people = pastedPeople(texts);
  if (people.length > 1 && (first_name ?? last_name) !== undefined) {
    throw new UsageError(`--first-name and --last-name can name only one person, and you gave ${people.length}.`, {
      hint: AS_PASTED,
    });
  }
  return people.map(person => ({
    email: person.email,
    first_name: first_name ?? person.first_name,
    last_name: last_name ?? person.last_name,
  }));
}
