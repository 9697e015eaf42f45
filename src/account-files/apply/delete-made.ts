import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import type {Listed} from '../../commands/verbs/removal.js';
import {contactCounts} from '../compare/contact-counts.js';
import {kinds} from '../kinds/kinds.js';
import {type KindName, kindNames} from '../kinds/shape.js';
import type {Kept, MadeOne} from '../results.schema.js';
import {importItem, memberItem, recordItem} from './after-record.js';
import type {ApplyJournal} from './apply-journal.js';
import {emailsOf} from './emails.js';
import type {FoundMade, Member} from './find-made.js';
import {groupRecipientsOf, segmentPeople} from './people-lists.js';
import {removeAll} from './remove-records.js';
import {undoContacts} from './undo-contacts.js';

/** What was deleted so far, and what stays. It fills while emk deletes, so that an error loses nothing of the report. */
export type DeletedMade = {
  readonly deleted: MadeOne[];
  readonly kept: Kept[];
  /** The people and emails that were removed from records that stay. */
  readonly members: Member[];
  contacts: number;
};

type Deleting = {readonly context: Context; readonly journal: ApplyJournal; readonly permit: Permit<'deletes'>};

/** Deletes what was made, in reverse order of the dependencies, and writes down what is gone. */
export async function deleteMade(
  {context, journal, permit}: Deleting,
  found: FoundMade,
  taken: DeletedMade,
): Promise<void> {
  for (const {list, run} of found.imports) {
    taken.contacts += (await undoContacts(context, run)).deleted;
    journal.note({kind: 'undone', item: importItem(list, run)});
  }
  for (const {kind, name} of found.gone) journal.note({kind: 'undone', item: recordItem(kind, name)});
  for (const kind of [...kindNames].reverse()) {
    await removeMembers(
      {context, journal, permit},
      found.members.filter(member => member.kind === kind),
      taken,
    );
    const ofKind = found.records.filter(record => record.kind === kind);
    const {empty, kept} = kind === 'lists' ? await onlyEmpty(context, ofKind) : {empty: ofKind, kept: []};
    taken.kept.push(...kept);
    await removeRecords({context, journal, permit}, kind, empty, taken);
  }
}

async function removeRecords(
  {context, journal, permit}: Deleting,
  kind: KindName,
  records: readonly MadeOne[],
  taken: DeletedMade,
): Promise<void> {
  const byId = new Map(records.map(record => [record.id, record] as const));
  await removeAll(context, {of: kinds[kind].collection, listInput: {}, permit, mostPeople: 0}, [...byId.keys()], id => {
    const record = byId.get(id);
    if (record === undefined) return;
    journal.note({kind: 'undone', item: recordItem(record.kind, record.name)});
    taken.deleted.push(record);
  });
}

/** Removes people and emails from records that stay, record by record. */
async function removeMembers(
  {context, journal, permit}: Deleting,
  members: readonly Member[],
  taken: DeletedMade,
): Promise<void> {
  const byParent = new Map<string, Member[]>();
  for (const member of members) byParent.set(member.name, [...(byParent.get(member.name) ?? []), member]);
  for (const [name, some] of byParent) {
    const [{kind, parent}] = some as [Member];
    const byId = new Map(some.map(member => [member.id, member] as const));
    await removeAll(context, {...listOf(kind, parent), permit}, [...byId.keys()], id => {
      const member = byId.get(id);
      if (member === undefined) return;
      journal.note({kind: 'undone', item: memberItem(kind, name, member.value)});
      taken.members.push(member);
    });
  }
}

function listOf(kind: KindName, parent: Member['parent']): Listed {
  if (kind === 'automations') return emailsOf(parent);
  return (kind === 'segments' ? segmentPeople(parent) : groupRecipientsOf(parent)).listed;
}

/** The lists that are empty: deleting a type deletes its contacts, and other people's contacts must stay. */
async function onlyEmpty(context: Context, types: readonly MadeOne[]): Promise<{empty: MadeOne[]; kept: Kept[]}> {
  if (types.length === 0) return {empty: [], kept: []};
  const counts = await contactCounts(context);
  const isEmpty = ({id}: MadeOne): boolean => (counts.get(String(id)) ?? 0) === 0;
  const kept = types
    .filter(type => !isEmpty(type))
    .map(type => ({...type, why: 'it has contacts that were not created here', needsLook: true}));
  return {empty: types.filter(isEmpty), kept};
}
