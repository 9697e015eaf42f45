import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as segments} from '../endpoints/segments.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import {needLists} from '../resources/shared/needs.js';
import {counted, plural} from '../words/sentence.js';

/** Says what still belongs to the deleted list when a list is back under a new id: the API moves mailings only. */
export async function tellLeftWithOld(context: Context, lists: ReadonlyMap<number, string>): Promise<void> {
  const moved = [...lists].filter(([old, now]) => String(old) !== now);
  if (moved.length === 0) return;
  await tellPeopleKept(context, new Map(moved));
  const all = (await allRecords(noneIfNotFound(context.stream(segments.list)))).filter(isNotDeleted);
  for (const [old, now] of moved) {
    const theirs = all.filter(({contact_type_id: list}) => Number(list) === old);
    const left = [
      ...theirs.map(({segment_name}) => `Segment "${segment_name}" belongs to it.`),
      ...(await needLists(context, [old])),
    ];
    if (left.length === 0) continue;
    context.warn(
      `List ${old} is back as list ${now}, and this still points to list ${old}: ${left.join(' ')} Only the service can change a segment or an automation. For a mailing: emk mailings update MAILING --to contacts_${now}`,
    );
  }
}

/** Says who was never deleted, because the service deleted the list alone: these people come back a second time. */
async function tellPeopleKept({stream, warn}: Context, moved: ReadonlyMap<number, string>): Promise<void> {
  const people = new Map<number, number>();
  await forEachRecord(noneIfNotFound(stream(contacts.list)), contact => {
    const list = contact.contact_type_id;
    if (moved.has(list) && isNotDeleted(contact)) people.set(list, (people.get(list) ?? 0) + 1);
  });
  for (const [old, count] of people) {
    const them = plural(count, 'it', 'them');
    warn(
      `The service deleted list ${old} alone, and kept ${counted(count, 'contact')} of it. In list ${moved.get(old)} ${plural(count, 'it is a new contact', 'they are new contacts')}. To see the old ${plural(count, 'one', 'ones')} and delete ${them}: emk contacts list --where contact_type_id=${old}`,
    );
  }
}
