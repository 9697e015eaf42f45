/** How people leave: by their own wish, by a file, by a deletion, by an erasure. */
import type {Shell} from '../support/shell.js';

/** What follows for somebody who is added again afterwards: a wish must never be overlooked, a deletion may be undone. */
export const waysOut = {
  everything: {head: 'Unsubscribed', isWish: true},
  group: {head: 'Left a group', isWish: true},
  gone: {head: 'Missing in a sync', isWish: true},
  erased: {head: 'Erased', isWish: true},
  segment: {head: 'Removed from a segment', isWish: false},
  list: {head: 'Deleted from a list', isWish: false},
  'other domain': {head: '', isWish: true},
  'other letters': {head: '', isWish: true},
} as const;

export type Out = keyof typeof waysOut;

export const outs = Object.keys(waysOut) as Out[];

/** The people of one cell: who they were when they left, and the address by which they come in again. */
export type Person = {readonly out: Out; readonly left: string; readonly comes: string};

/** A person for each way to leave. Two unsubscribe under another spelling of the address by which they come back. */
export const peopleOf = (cell: string): readonly Person[] =>
  outs.map(out => {
    const name = `${out.replace(' ', '-')}.${cell}`;
    if (out === 'other domain')
      return {out, left: `${name}@m\u00fcller.example`, comes: `${name.toUpperCase()}@xn--mller-kva.example`};
    if (out === 'other letters')
      return {out, left: `${name}@m\u00fcller.example`, comes: `${name}@mu\u0308ller.example`};
    return {out, left: `${name}@gmail.com`, comes: `${name}@gmail.com`};
  });

/** A CSV file of people with everything that lists and segments ask for. */
export const csvOf = (
  addresses: readonly string[],
  more: Readonly<Record<string, (at: number) => string>> = {},
): string =>
  [
    ['email', 'first_name', 'last_name', 'country', ...Object.keys(more)].join(','),
    ...addresses.map((email, at) =>
      [email, 'Ann', 'Door', 'India', ...Object.values(more).map(cell => cell(at))].join(','),
    ),
    '',
  ].join('\n');

/** Lets people leave, each in their own way, out of the list and the segment that all of them are in. */
export async function leave(emk: Emk, people: readonly Person[], write: Shell['write']): Promise<void> {
  const of = (...some: readonly Out[]): readonly string[] =>
    people.filter(({out}) => some.includes(out)).map(({left}) => left);
  const lines = (addresses: readonly string[]): string => addresses.join('\n');
  write('unsubscribes.txt', lines(of('everything', 'other domain', 'other letters')));
  await emk('unsubscribes add --file unsubscribes.txt');
  write('leavers.txt', lines(of('group')));
  await emk('groups recipients add --group 2 --file leavers.txt');
  await emk('segments recipients delete - --segment 2 --yes --max-delete 999', lines(of('segment')));
  await emk('contacts delete - --yes --max-delete 999', lines(await idsIn(emk, 'Before', of('list'))));
  for (const address of of('erased')) await emk(['contacts', 'erase', address, '--yes']);
  write('rest.csv', csvOf(of('everything', 'group', 'segment', 'other domain', 'other letters')));
  await emk('contacts sync rest.csv --list Before --gone unsubscribe --max-gone 99% --yes');
}

async function idsIn(emk: Emk, list: string, addresses: readonly string[]): Promise<readonly string[]> {
  const contacts = JSON.parse(await emk(['contacts', 'list', '--list', list, '-o', 'json'])) as ReadonlyArray<{
    readonly id: number;
    readonly email: string;
  }>;
  return contacts.filter(({email}) => addresses.includes(email)).map(({id}) => String(id));
}

/** Runs a line that must succeed. */
export type Emk = (line: string | readonly string[], stdin?: string) => Promise<string>;
