import {createHash} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Account} from '../../api/wire/answer.js';
import type {Context} from '../../change/context.js';
import {isNamedByAddress} from '../../change/identity/identities.js';
import {listedRecords} from '../../change/records/read.js';
import {concurrently} from '../../change/work/concurrently.js';
import {PreflightError, UsageError} from '../../core/errors.js';
import {stateFolder} from '../../core/own-files/folders.js';
import {makeFolder, tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {readKept, requireKnownVersion} from '../../core/system/kept-file.js';
import {withLock} from '../../core/system/lock.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {shellWord} from '../../core/words/shell-word.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {type Id, serviceName} from '../account/entries.js';
import type {KindName} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {isShared, seedKinds} from './keys.js';
import {markIn, markInAddress, type RunMark} from './marks.js';

/** Refuses accounts that somebody has marked as too important for test data. No option overrides this. */
export function refuseGuarded({guard, name}: Account): void {
  if (guard === 'none') return;
  throw new PreflightError(`The profile "${name}" is ${guard}, so emk creates no test data there.`, {
    hint: `Nothing was sent. Choose another account. If the guard is wrong: emk config set guard none --profile ${shellWord(name)}`,
  });
}

/** Where the runs of an account keep their journals, each in its own folder. */
function seedsFolder(host: Host, {origin, key}: Target): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([origin, key]))
    .digest('hex');
  return join(stateFolder(host), 'seeds', hash.slice(0, 16));
}

export const runFolder = (host: Host, target: Target, run: string): string => join(seedsFolder(host, target), run);

/** Does something with a run while no other emk on this machine does. */
export async function withRun<T>(host: Host, target: Target, run: string, work: () => Promise<T>): Promise<T> {
  const folder = seedsFolder(host, target);
  await tellingFileTrouble(async () => makeFolder(folder));
  return withLock(host, join(folder, `${run}.lock`), `the run ${run}`, work);
}

/** Refuses to continue a run that was begun with another file. */
export function requireSameFile(folder: string, run: string, file: string, print: string): void {
  const path = join(folder, ABOUT);
  const before = readKept(path);
  if (before === undefined) return;
  requireKnownVersion(before, `The note ${path} of the run ${run}`, {or: 'Or choose another id for this run.'});
  if (before['print'] === print) return;
  throw new UsageError(`The run ${run} started with other data than ${file} has now.`, {
    hint: `Choose another id, or clean that run first: emk seed clean --run ${run}`,
  });
}

/** Notes which file a run belongs to, before anything is sent. */
export const noteFile = (folder: string, run: string, file: string, print: string): Promise<unknown> =>
  writeWhole(join(folder, ABOUT), [`${JSON.stringify({version: 1, run, file, print}, undefined, 2)}\n`]);

const ABOUT = 'seed.json';

/** Forgets a run of which nothing is left. */
export const forgetRun = (host: Host, target: Target, run: string): void =>
  rmSync(runFolder(host, target, run), {recursive: true, force: true});

/** A record with the mark of a run. */
export type MarkedRecord = RunMark & {
  readonly kind: KindName;
  readonly as: string;
  readonly id: Id;
  /** When it was created, or the youngest person in it, in milliseconds; NaN if the service does not say. */
  youngest: number;
  /** The group, for an address that has left one. */
  readonly group: Id | undefined;
  /** How many contacts the service counts in a list, and the ids of those of its run and of others. */
  readonly contacts: number;
  readonly own: number[];
  readonly others: number[];
};

/** What is left of a run in the account. */
export type RunFound = {readonly run: string; readonly records: readonly MarkedRecord[]};

/** Whether a run is meant, by its id or by the moment when its newest record was created. */
export type IsWanted = (run: string, youngest: number) => boolean;

/** When the newest record of a run was created, in milliseconds; NaN if the service does not say for all. */
export const youngestOf = ({records}: Pick<RunFound, 'records'>): number =>
  Math.max(...records.map(({youngest}) => youngest));

/** The wanted runs that left anything in the account, found by the marks alone. */
export async function findRuns(context: Context, isWanted: IsWanted): Promise<readonly RunFound[]> {
  const byRun = new Map<string, MarkedRecord[]>();
  for (const kind of seedKinds) {
    context.progress.show({label: `Reading ${kinds[kind].collection.noun.many}`});
    for (const one of await findMarked(context, kind)) {
      const records = byRun.get(one.run);
      if (records) records.push(one);
      else byRun.set(one.run, [one]);
    }
  }
  const wanted = (runs: readonly RunFound[]) => runs.filter(found => isWanted(found.run, youngestOf(found)));
  const runs = wanted([...byRun].map(([run, records]) => ({run, records})));
  await findPeople(context, runs);
  context.progress.clear();
  return wanted(runs);
}

/** The marked records of a kind; of groups, which all runs share, the addresses that have left them. */
async function findMarked(context: Context, kind: KindName): Promise<readonly MarkedRecord[]> {
  const {collection} = kinds[kind];
  if (!isShared(kind)) return markedIn(kind, listedRecords(context, collection));
  const groups = await allRecords(listedRecords(context, collection));
  const found = await concurrently(AT_ONCE, groups, async ({id: group}) =>
    markedIn(kind, listedRecords(context, groupRecipients, {groupId: group}), group as Id),
  );
  return found.flat();
}

const AT_ONCE = 4;

async function markedIn(
  kind: KindName,
  batches: AsyncIterable<readonly Loose[]>,
  group?: Id,
): Promise<readonly MarkedRecord[]> {
  const {collection} = kinds[kind];
  const found: MarkedRecord[] = [];
  await forEachRecord(batches, record => {
    // The list of people who get no mail may include those who left only a group.
    if (!isNotDeleted(record) || (kind === 'unsubscribes' && (record['unsubscribe_groups_id'] ?? null) !== null))
      return;
    const as = trim(group === undefined ? serviceName(kind)(record) : String(record['email_address']));
    const mark = group !== undefined || isNamedByAddress(kind) ? markInAddress(as) : markIn(kind, as);
    if (!mark) return;
    const id = record[group === undefined ? collection.key : 'id'] as Id;
    const youngest = Date.parse(String(record['created_at']));
    const contacts = Number(record['contacts_count'] ?? 0);
    found.push({...mark, ...{kind, as, id, group, youngest, contacts}, own: [], others: []});
  });
  return found;
}

/** Reads the people in the lists of runs, with one reading of the list, and only if such lists exist. */
async function findPeople(context: Context, runs: readonly RunFound[]): Promise<void> {
  const marked = runs.flatMap(({records}) => records).filter(({kind}) => kind === 'lists');
  const lists = new Map(marked.map(list => [String(list.id), list]));
  let done = 0;
  for await (const batch of lists.size > 0 ? context.stream(contacts.list) : []) {
    for (const {id, email, contact_type_id, created_at} of batch.filter(isNotDeleted)) {
      const list = lists.get(String(contact_type_id));
      if (list === undefined) continue;
      (markInAddress(email ?? '')?.run === list.run ? list.own : list.others).push(id);
      list.youngest = Math.max(list.youngest, Date.parse(created_at));
    }
    done += batch.length;
    context.progress.show({label: 'Reading contacts', done});
  }
}
