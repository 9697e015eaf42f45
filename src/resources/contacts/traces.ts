import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import contacts, {operations as contact} from '../../endpoints/contacts.js';
import notificationRecipients, {operations as notification} from '../../endpoints/notification-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import {operations as segments} from '../../endpoints/segments.js';
import {operations as senders} from '../../endpoints/senders.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import unsubscribers, {operations as unsubscriber} from '../../endpoints/unsubscribers.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import type {Where} from './trace.schema.js';

/** A record that contains the address, and its list. */
export type Trace = {
  readonly where: Where;
  readonly id: number;
  /** The list, segment, group or person that it belongs to. */
  readonly of: string;
  /** The id of that list, if its records are listed by it. */
  readonly under?: number;
  readonly record: Loose;
};

/** The collections of the places whose records can be deleted; other records are not only about the person. */
export const erasable = {
  segment: segmentRecipients,
  contact: contacts,
  'notification recipient': notificationRecipients,
  'unsubscribe group': groupRecipients,
  unsubscribers,
} as const;

/** The lists that are read to find an address. */
export const traceReads = [
  contact.list,
  segments.list,
  segmentRecipient.list,
  notification.list,
  unsubscriber.list,
  groups.list,
  groupRecipient.list,
  senders.list,
] as const;

/** Searches the whole account for an address. */
export async function findTraces(context: Context, address: string): Promise<readonly Trace[]> {
  const wanted = foldAddress(address);
  const isWanted = (value: unknown): boolean => foldAddress(String(value ?? '')) === wanted;
  const {call, progress} = context;
  progress.show({label: `Looking for ${address}`});
  const found: Trace[] = [];
  const look = async (source: Source, placeOf: (one: Loose) => Place | false, under?: Under): Promise<void> =>
    forEachRecord(listedRecords(context, source, under?.input), record => {
      const place = placeOf(record);
      if (place) found.push({...place, id: Number(record['id']), ...(under && {under: under.id}), record});
    });
  await look(contacts, one => isNotDeleted(one) && placeOfContact(one, isWanted));
  for (const {id, segment_name: of} of (await call(segments.list)).filter(isNotDeleted))
    await look(segmentRecipients, ({email}) => isWanted(email) && {where: 'segment', of}, {
      id,
      input: {segment_id: id},
    });
  await look(
    notificationRecipients,
    one => isWanted(one['email_address']) && {where: 'notification recipient', of: String(one['email_owner'])},
  );
  for (const {id, group_name: of} of await call(groups.list))
    await look(groupRecipients, ({email_address}) => isWanted(email_address) && {where: 'unsubscribe group', of}, {
      id,
      input: {groupId: id},
    });
  // People who left only a group are found in the group.
  await look(
    unsubscribers,
    ({email_address, unsubscribe_groups_id: group}) =>
      isWanted(email_address) && group === null && {where: 'unsubscribers', of: 'all mail'},
  );
  for (const one of await call(senders.list))
    if ([one.from_email, one.reply_to_email].some(isWanted))
      found.push({where: 'sender', id: one.id, of: one.nickname, record: one});
  progress.clear();
  return found;
}

type Place = Pick<Trace, 'where' | 'of'>;

type Under = {readonly id: number; readonly input: Loose};

function placeOfContact(one: Loose, isWanted: (value: unknown) => boolean): Place | false {
  const type = one['contact_type'] as Loose | undefined;
  const list = String(type?.['name'] ?? `list ${String(one['contact_type_id'])}`);
  if (isWanted(one['email'])) return {where: 'contact', of: list};
  return isWanted(one['alt_email']) && {where: 'second address', of: String(one['email'])};
}
