import {forEachRecord} from '../../api/answers/record-sources.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import type {CardLine} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {withWayBack} from '../../commands/keeping/ways-back.js';
import {reportOf} from '../../commands/verbs/removal-report.js';
import {removeRecords} from '../../commands/verbs/remove-records.js';
import {effectOf} from '../../effect/effect.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {doneResult} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {counted, people, withMore} from '../../words/sentence.js';
import {type Ended, ended, noWork} from '../../work/ending.js';
import {endedEach} from '../../work/ending-each.js';

type Contact = OperationOutput<typeof operations.list>[number];

type Input = {readonly contact_type_id: number; readonly max_delete?: number | undefined};

/** Deletes the later contacts of people who are on one list more than once, as the list is now. The oldest stays. */
export async function deleteDoubles(context: Context, {contact_type_id: list, max_delete}: Input): Promise<Ended> {
  const {globals, progress} = context;
  const {surplus, addresses, richer} = await findDoubles(context, list);
  progress.clear();
  if (surplus.length === 0) return ended(noWork, doneResult('Nobody is on that list more than once.'));
  const what = `Delete ${counted(surplus.length, 'extra contact')} of ${people(addresses.length)}`;
  const lost = richer.length === 0 ? [] : [`values that the oldest contact does not have, of ${withMore(richer)}`];
  const lines: CardLine[] = [
    ['Twice', withMore(addresses)],
    ['Stays', 'the oldest contact of each'],
    ...lost.map((each): CardLine => ['Lost', each]),
  ];
  const permit = await context.agree(effectOf('deletes', contacts, surplus.length, {wayBack: 'copy'}), {
    ...{what: [what, ...lost.map(each => `(with ${each})`)].join(' '), maxDelete: max_delete},
    card: async () => ({what, question: what, lines}),
  });
  if (globals.yes) for (const each of lost) context.notice(`Deleted too: ${each}.`);
  const removed = await removeRecords(context, {of: contacts, listInput: {}, permit, kept: 'copy'}, surplus);
  const report = reportOf(contacts.noun, surplus, globals.dryRun ? 'Would delete' : 'Deleted', removed, removed.nameOf);
  return endedEach(withWayBack(context, report, contacts, removed.kept));
}

type Doubles = {
  /** The contacts to delete. */
  readonly surplus: readonly number[];
  readonly addresses: readonly string[];
  /** The addresses of contacts to delete that have values which the kept contact does not. */
  readonly richer: readonly string[];
};

/** Reads the list twice: for who is on it more than once, and for what these contacts hold. */
async function findDoubles(context: Context, list: number): Promise<Doubles> {
  const oldest = new Map<string, number>();
  const double = new Set<string>();
  await ofList(context, list, (address, {id}) => {
    const before = oldest.get(address);
    if (before !== undefined) double.add(address);
    oldest.set(address, Math.min(before ?? id, id));
  });
  if (double.size === 0) return {surplus: [], addresses: [], richer: []};
  const each = new Map<string, Contact[]>();
  await ofList(context, list, (address, contact) => {
    if (double.has(address)) each.set(address, [...(each.get(address) ?? []), contact]);
  });
  const found = [...each].map(([address, all]) => {
    const [kept, ...surplus] = all.sort((one, other) => one.id - other.id);
    return {address, surplus, isRicher: kept !== undefined && surplus.some(one => holdsMore(one, kept))};
  });
  return {
    surplus: found.flatMap(({surplus}) => surplus.map(({id}) => id)),
    addresses: found.map(({address}) => address),
    richer: found.filter(({isRicher}) => isRicher).map(({address}) => address),
  };
}

async function ofList(
  {stream, progress}: Context,
  list: number,
  see: (address: string, contact: Contact) => void,
): Promise<void> {
  progress.show({label: 'Looking for doubles'});
  await forEachRecord(stream(operations.list), contact => {
    const address = foldAddress(contact.email ?? '');
    if (address !== '' && contact.contact_type_id === list && isNotDeleted(contact)) see(address, contact);
  });
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
