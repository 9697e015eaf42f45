import {createHash} from 'node:crypto';
import {resolve} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {countPeople} from '../../effect/crowd.js';
import {operations as contactsOf} from '../../endpoints/contacts.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {bytesInside} from '../../system/inside-folder.js';
import {compareUnits} from '../../words/compare-units.js';
import type {AccountState} from '../account/read-account.js';
import {contactsFileOf} from '../folder/body-files.js';
import {entriesOf} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, KindName} from '../kinds/shape.js';
import type {ComparedFiles, PlanOptions} from './compare-folder.js';
import {fingerprintOf} from './fingerprint.js';
import {mailAgainBy} from './mail-again-by.js';
import type {Plan} from './plan.schema.js';
import type {SavedPlan} from './saved-plan.schema.js';

/** A plan with all that it was made of, so that an apply can tell whether anything is different by then. */
export async function savePlan(
  context: Pick<Context, 'host' | 'account' | 'stream'>,
  {folder, wanted, prune, mailAgain, contacts, maxErrors}: PlanOptions,
  {files, account, plan}: ComparedFiles,
): Promise<SavedPlan> {
  const {host, account: connected} = context;
  const read = [...files.keys()];
  const lists = new Set([
    ...entriesOf(files, 'lists').map(entry => nameOf('lists', entry)),
    ...(account.kinds.get('lists') ?? []).map(({name}) => name),
  ]);
  const root = resolve(host.cwd, folder);
  return {
    ...plan,
    mail_again: mailAgainBy(plan.changes),
    basis: {
      version: 3,
      account: targetOf(await connected()),
      folder,
      kinds: [...wanted],
      ...{prune, mail_again: mailAgain === true, contacts, max_errors: maxErrors ?? null},
      files: byKind(read, kind => entriesOf(files, kind).map(entry => [nameOf(kind, entry), entry])),
      records: byKind(read, kind => (account.kinds.get(kind) ?? []).map(({name, entry}) => [name, entry])),
      people: await peopleWhoGo(context, plan, account),
      contact_files: contacts ? await hashesIn(root, [...lists].map(contactsFileOf)) : {},
    },
  };
}

/** Who is on the lists that are deleted: somebody who joins later must not go by this plan. Only such a plan reads all contacts. */
async function peopleWhoGo(
  {account, stream}: Pick<Context, 'account' | 'stream'>,
  {changes}: Plan,
  {kinds: there}: AccountState,
): Promise<Readonly<Record<string, string>>> {
  const going = new Set([...changes.filter(({people = 0}) => people > 0).map(({name}) => name)]);
  if (going.size === 0) return {};
  const owner = await account();
  const lists = (there.get('lists') ?? []).filter(({name}) => going.has(name));
  const crowds = new Map(lists.map(({id}) => [Number(id), countPeople(owner)] as const));
  await forEachRecord(noneIfNotFound(stream(contactsOf.list)), ({id, email, contact_type_id: list, deleted_at}) => {
    if (isNotDeleted({deleted_at})) crowds.get(list)?.add(email || `#${id}`);
  });
  const prints = lists.map(async ({id, name}) => [name, (await crowds.get(Number(id))?.who()) ?? ''] as const);
  return Object.fromEntries(await Promise.all(prints));
}

const nameOf = (kind: KindName, entry: Entry): string => String(entry[kinds[kind].identity]);

type Entries = ReadonlyArray<readonly [name: string, entry: Entry]>;

const byKind = (some: readonly KindName[], entriesIn: (kind: KindName) => Entries): SavedPlan['basis']['files'] =>
  Object.fromEntries(some.map(kind => [kind, fingerprintsOf(kind, entriesIn(kind))]));

/** Long lists, such as those of people who unsubscribed, have one fingerprint together: a plan stays short. */
function fingerprintsOf(kind: KindName, entries: Entries): Readonly<Record<string, string>> {
  const each = entries.map(([name, entry]) => [name, fingerprintOf(kind, entry)] as const);
  if (each.length <= MOST) return Object.fromEntries(each);
  const all = [...each].sort(([one], [other]) => compareUnits(one, other));
  return {[ALL]: createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)};
}

const MOST = 500;

/** Stands for all records of a long list. */
export const ALL = '*';

async function hashesIn(root: string, paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {};
  for (const path of paths) {
    const bytes = await tellingFileTrouble(() => bytesInside(root, path));
    if (bytes) hashes[path] = createHash('sha256').update(bytes).digest('hex');
  }
  return hashes;
}
