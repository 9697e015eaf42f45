import {serviceName} from '../../account-files/account/read-account.js';
import type {Id} from '../../account-files/folder/made.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import type {KindName} from '../../account-files/kinds/shape.js';
import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {operations as groupRecipients} from '../../endpoints/group-recipients.js';
import {isNamedByAddress} from '../../identity/identities.js';
import {trim} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {concurrently} from '../../work/concurrently.js';
import {isShared} from '../file/run-name.js';
import {seedKinds} from '../file/seed-keys.js';
import {markIn, markInAddress, type RunMark} from '../marks/marks.js';
import type {MadeHere} from '../state/run-folder.js';

/** A record with the mark of a run. */
export type MarkedRecord = RunMark & {
  readonly kind: KindName;
  readonly as: string;
  readonly id: Id;
  /** When it was created, in milliseconds; NaN if the service does not say. */
  readonly created: number;
  /** The group, for an address that has left one. */
  readonly group?: Id;
  /** How many contacts the service counts in a list. */
  readonly contacts?: number;
};

/** A record that a run made here, and that was renamed since. */
export type RenamedRecord = {readonly run: string; readonly kind: KindName; readonly as: string; readonly id: Id};

/** What runs of this machine have made, by kind and id. */
export type MadeByRuns = ReadonlyMap<KindName, ReadonlyMap<string, MadeHere>>;

/** Reads the lists of the account, and returns the records with a run's mark. Nothing else is kept. */
export async function findRecords(
  context: Context,
  known: MadeByRuns,
): Promise<{readonly found: readonly MarkedRecord[]; readonly renamed: readonly RenamedRecord[]}> {
  const found: MarkedRecord[] = [];
  const renamed: RenamedRecord[] = [];
  for (const kind of seedKinds) {
    context.progress.show({label: `Reading ${kinds[kind].collection.noun.many}`});
    if (isShared(kind)) {
      found.push(...(await findMembers(context, kind)));
      continue;
    }
    await forEachRecord(listedRecords(context, kinds[kind].collection), record => {
      if (!isThere(kind, record)) return;
      const as = trim(serviceName(kind)(record));
      const id = record[kinds[kind].collection.key] as Id;
      const mark = isNamedByAddress(kind) ? markInAddress(as) : markIn(kind, as);
      const made = known.get(kind)?.get(String(id));
      if (mark) found.push({...mark, kind, as, id, created: createdAt(record), ...contactsIn(record)});
      else if (made) renamed.push({run: made.run, kind, as, id});
    });
  }
  context.progress.clear();
  return {found, renamed};
}

/** The addresses of runs that have left a group which all runs share. */
async function findMembers(context: Context, kind: KindName): Promise<readonly MarkedRecord[]> {
  const groups = await allRecords(listedRecords(context, kinds[kind].collection));
  const found = await concurrently(AT_ONCE, groups, async ({id: group}): Promise<readonly MarkedRecord[]> => {
    const members: MarkedRecord[] = [];
    await forEachRecord(listedRecords(context, {list: groupRecipients.list}, {groupId: group}), record => {
      const as = trim(String(record['email_address']));
      const mark = markInAddress(as);
      if (mark)
        members.push({...mark, kind, as, id: record['id'] as Id, created: createdAt(record), group: group as Id});
    });
    return members;
  });
  return found.flat();
}

const AT_ONCE = 4;

/** Whether a record belongs to a list: that of people who get no mail may include those who left a group. */
const isThere = (kind: KindName, record: Loose): boolean =>
  isNotDeleted(record) && (kind !== 'unsubscribes' || (record['unsubscribe_groups_id'] ?? null) === null);

const contactsIn = ({contacts_count: contacts}: Loose) => (typeof contacts === 'number' ? {contacts} : {});

const createdAt = ({created_at}: Loose): number => Date.parse(String(created_at));
