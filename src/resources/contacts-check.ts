import {forEachRecord, recordsArriving} from '../api/answers/record-sources.js';
import type {OperationOutput} from '../api/describe/operation.js';
import type {Loose, Shape} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {mustBeListed} from '../change/records/read.js';
import {viewOf} from '../commands/view.js';
import {UsageError} from '../core/errors.js';
import {withMore} from '../core/words/sentence.js';
import {wordSet} from '../core/words/values.js';
import {makeAddressTable} from '../csv/columns/address-table.js';
import {operations} from '../endpoints/contacts.js';
import lists from '../endpoints/lists.js';
import type {Result} from '../output/results/result.js';
import {addressProblem, isAddress} from '../records/fields/email-address.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {domainOf, likelyAddresses, likelyDomain} from '../records/fields/mistyped-domain.js';
import {isNotDeleted} from '../records/fields/path.js';
import type {ViewInput} from '../records/view/select.js';

/** What a check of the lists can find, in the order in which people should look at it. */
const kinds = ['mistyped-domain', 'bad-address', 'dead-domain', 'twice-in-list'] as const;

type AddressFinding = (typeof kinds)[number];

/** One thing that is wrong with one contact. The suggestion is an address; `keep` is the contact that stays of doubles. */
type FindingRow = {
  readonly email: string;
  readonly list: string;
  readonly finding: string;
  readonly value: string | null;
  readonly suggestion: string | null;
  readonly id: number;
  readonly keep: number | null;
};

type CheckedContact = OperationOutput<typeof operations.list>[number];

type CheckInput = ViewInput & {readonly contact_type_id?: number | undefined; readonly where?: unknown};

/** Looks through the lists, and gives a row for each finding. */
export async function checkContacts(
  context: Context,
  row: Shape,
  {contact_type_id: list, ...input}: CheckInput,
): Promise<Result> {
  refuseMixed(context, input.where);
  const view = await viewOf(context, input, {
    shape: row,
    columns: Object.keys(row),
    importance: ['email', 'finding', 'value', 'suggestion', 'list', 'keep', 'id'],
  });
  const records = recordsArriving(() => lookThrough(context, list));
  return {kind: 'records', records, shape: row, key: 'id', label: 'email', noun: FINDING, view};
}

const FINDING = {one: 'finding', many: 'findings'};

/**
 * Refuses a finding that does not exist, which would look as if nothing were wrong, and ids of several kinds of finding:
 * somebody who deletes the dead ones must not delete the mistyped ones too.
 */
function refuseMixed({globals}: Context, where: unknown): void {
  const names = [where ?? []].flat().flatMap(condition => {
    const [, not, name] = /^\s*finding\s*(!?)=\s*(\S+)\s*$/.exec(String(condition)) ?? [];
    return name === undefined ? [] : [{name, isOnly: not === ''}];
  });
  const unknown = names.find(({name}) => !kinds.some(kind => kind === name));
  if (unknown) throw new UsageError(`There is no finding "${unknown.name}".`, {hint: `Findings: ${kinds.join(', ')}.`});
  if (globals.asked !== 'id' || names.some(({isOnly}) => isOnly)) return;
  throw new UsageError('These ids would be of several kinds of finding.', {
    hint: `Choose one, such as --where finding=dead-domain. Findings: ${kinds.join(', ')}.`,
  });
}

/** Reads all contacts once. With a list, only contacts of that list count. */
async function* lookThrough(context: Context, list: number | undefined): AsyncGenerator<readonly FindingRow[]> {
  const oldest = makeAddressTable();
  let [done, looked] = [0, 0];
  for await (const batch of context.stream(operations.list)) {
    const rows = batch.flatMap(contact => {
      if (!isNotDeleted(contact) || (list !== undefined && contact.contact_type_id !== list)) return [];
      looked++;
      return [...judgeAddress(contact.email ?? ''), ...judgeDouble(contact, oldest)].map(found =>
        rowOf(contact, found),
      );
    });
    done += batch.length;
    context.progress.show({label: 'Checking contacts', done});
    if (rows.length > 0) yield rows;
  }
  context.progress.clear();
  if (list !== undefined && looked === 0) await mustBeListed(context, lists, list);
}

type FoundAddress = Partial<Pick<FindingRow, 'value' | 'suggestion' | 'id' | 'keep'>> & {
  readonly finding: AddressFinding;
};

const rowOf = ({id, email, contact_type, contact_type_id}: CheckedContact, found: FoundAddress): FindingRow => ({
  email: email ?? '',
  list: String((contact_type as {readonly name?: unknown} | null | undefined)?.name ?? `list ${contact_type_id}`),
  ...{value: null, suggestion: null, id, keep: null},
  ...found,
});

/** Of contacts with one address in one list, the oldest stays; 19 bytes for each contact. */
function judgeDouble(
  {id, email, contact_type_id}: CheckedContact,
  oldest: ReturnType<typeof makeAddressTable>,
): FoundAddress[] {
  const address = foldAddress(email ?? '');
  if (address === '') return [];
  const key = `${contact_type_id}\n${address}`;
  const before = oldest.add(key, id);
  if (before === 0) return [];
  if (id < before) oldest.add(key, id, true);
  return [{finding: 'twice-in-list', id: Math.max(id, before), keep: Math.min(id, before)}];
}

/** What is wrong with an address, by its form alone. Nothing is looked up: only mail shows whether a mailbox exists. */
function judgeAddress(email: string): readonly FoundAddress[] {
  if (email === '') return [];
  const problem = addressProblem(email);
  if (problem !== undefined) {
    const likely = likelyAddresses(email).find(isAddress);
    return [{finding: 'bad-address', value: problem, suggestion: likely ?? null}];
  }
  const domain = domainOf(email).toLowerCase();
  const fixed = likelyDomain(domain);
  const local = email.slice(0, -domain.length - 1);
  return [
    ...(fixed === undefined
      ? []
      : [{finding: 'mistyped-domain', value: domain, suggestion: `${local}@${fixed}`} as const]),
    ...(isDead(domain) ? [{finding: 'dead-domain', value: domain} as const] : []),
  ];
}

/** Whether mail to a domain can never arrive: it, or one above it, is reserved for tests or known only within a network. */
function isDead(domain: string): boolean {
  for (let rest = domain; ; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (reserved.has(rest)) return true;
    if (!rest.includes('.')) return false;
  }
}

/** From RFC 2606, 6761, 6762 and 8375, and names that routers use. */
const reserved = wordSet(`example.com example.net example.org example test invalid localhost local internal lan home
  corp localdomain home.arpa onion alt`);

/**
 * The later contacts of people who are on one list more than once, as the list is now: the oldest stays. It says which
 * values are lost. The list is read twice, for who is on it more than once, and for what these contacts hold.
 */
export async function findDoubles(context: Context, list: number): Promise<readonly number[]> {
  const {globals, notice, progress, warn} = context;
  const oldest = makeAddressTable();
  const double = new Set<string>();
  await ofList(context, list, (address, {id}) => {
    if (oldest.add(address, id) > 0) double.add(address);
  });
  const each = new Map<string, CheckedContact[]>();
  if (double.size > 0)
    await ofList(context, list, (address, contact) => {
      if (double.has(address)) each.set(address, [...(each.get(address) ?? []), contact]);
    });
  progress.clear();
  const surplus: number[] = [];
  const richer: string[] = [];
  for (const [address, all] of each) {
    const [kept, ...others] = all.sort((one, other) => one.id - other.id);
    surplus.push(...others.map(({id}) => id));
    if (kept && others.some(one => holdsMore(one, kept))) richer.push(address);
  }
  if (each.size > 0)
    notice(
      `On the list more than once: ${withMore([...each.keys()])}. The oldest contact of each stays, and an undo adds nobody who is on the list.`,
    );
  if (richer.length > 0)
    warn(
      `${globals.yes ? 'Deleted too' : 'This deletes'}: values that the oldest contact does not have, of ${withMore(richer)}.`,
    );
  return surplus;
}

async function ofList(
  {stream, progress}: Context,
  list: number,
  see: (address: string, contact: CheckedContact) => void,
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
