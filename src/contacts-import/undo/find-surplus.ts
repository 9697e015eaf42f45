import {forEachRecord} from '../../api/answers/record-sources.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {keyOf} from '../../identity/identities.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {DuplicatePerson} from './read-duplicates.js';

/** The duplicates in their current state. */
export type Surplus = {
  /** People who are still in a list more than once, with the contacts to delete. */
  readonly doubles: readonly DuplicatePerson[];
  readonly gone: number;
  /** Contacts that are not duplicates any more, and why. */
  readonly spared: readonly Spared[];
  /** The addresses of contacts to delete that have values which the kept contact does not. */
  readonly richer: readonly string[];
};

export type Spared = {readonly id: number; readonly email: string; readonly why: string};

type Contact = OperationOutput<typeof operations.list>[number];

/** Looks up every contact in a file of duplicates: whether both still exist, with that address and in one list. */
export async function findSurplus(
  {stream}: Pick<Context, 'stream'>,
  doubles: readonly DuplicatePerson[],
): Promise<Surplus> {
  const wanted = new Set(doubles.flatMap(({keep, surplus}) => [keep, ...surplus]));
  const found = new Map<number, Contact>();
  await forEachRecord(stream(operations.list), one => {
    if (wanted.has(one.id) && isNotDeleted(one)) found.set(one.id, one);
  });
  const spared: Spared[] = [];
  const richer: string[] = [];
  let gone = 0;
  const left = doubles.map(duplicate => {
    const kept = found.get(duplicate.keep);
    const surplus = duplicate.surplus.filter(id => {
      const one = found.get(id);
      if (one === undefined) {
        gone++;
        return false;
      }
      const why = whySpared(duplicate, kept, one);
      if (why !== undefined) spared.push({id, email: duplicate.email, why});
      else if (kept && holdsMore(one, kept)) richer.push(duplicate.email);
      return why === undefined;
    });
    return {...duplicate, surplus};
  });
  return {doubles: left.filter(({surplus}) => surplus.length > 0), gone, spared, richer};
}

function whySpared({email}: DuplicatePerson, kept: Contact | undefined, one: Contact): string | undefined {
  const isOf = ({contact_type_id}: Contact): string | undefined => keyOf('contacts', {email, contact_type_id});
  if (kept === undefined) return 'the contact to keep is gone';
  if (keyOf('contacts', kept) !== isOf(kept)) return 'the contact to keep has another address now';
  if (keyOf('contacts', one) !== isOf(one)) return 'it has another address now';
  return isOf(one) === isOf(kept) ? undefined : 'it is on another list than the contact to keep';
}

/** Whether a contact has a value that the other lacks or has differently. */
const holdsMore = (one: Loose, other: Loose): boolean =>
  Object.keys(one).some(
    name => !OWN.has(name) && textOf(one[name]) !== '' && textOf(one[name]) !== textOf(other[name]),
  );

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Fields that the service fills itself, and the address, which differs at most in case. */
const OWN = new Set(['id', 'email', 'created_at', 'updated_at', 'fullname', 'contact_type']);
