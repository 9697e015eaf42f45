import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import {foldAddress} from '../../csv/columns/fold-address.js';
import contacts, {operations as contact} from '../../endpoints/contacts.js';
import notificationRecipients, {operations as notification} from '../../endpoints/notification-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import {operations as segments} from '../../endpoints/segments.js';
import {operations as senders} from '../../endpoints/senders.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import unsubscribers, {operations as unsubscriber} from '../../endpoints/unsubscribers.js';

/** Every place of an account that can contain an address. */
type Where =
  | 'segment'
  | 'contact'
  | 'notification recipient'
  | 'unsubscribe group'
  | 'unsubscribers'
  | 'second address'
  | 'sender';

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

/** How to delete the records of a place; other records are not only about the person. */
export const removalOf = {
  segment: {operation: segmentRecipient.delete, of: segmentRecipients, parameter: 'segment_recipient_id'},
  contact: {operation: contact.delete, of: contacts, parameter: 'contact_id'},
  'notification recipient': {operation: notification.delete, of: notificationRecipients, parameter: 'id'},
  'unsubscribe group': {operation: groupRecipient.delete, of: groupRecipients, parameter: 'id'},
  unsubscribers: {operation: unsubscriber.delete, of: unsubscribers, parameter: 'id'},
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
  const found: Trace[] = [];
  const {call, progress} = context;
  progress.show({label: `Looking for ${address}`});
  for await (const batch of listedRecords(context, contacts)) {
    for (const one of batch) {
      if (one['deleted_at']) continue;
      const type = one['contact_type'] as Loose | undefined;
      const list = String(type?.['name'] ?? `list ${String(one['contact_type_id'])}`);
      if (isWanted(one['email'])) found.push({where: 'contact', id: Number(one['id']), of: list, record: one});
      else if (isWanted(one['alt_email']))
        found.push({where: 'second address', id: Number(one['id']), of: String(one['email']), record: one});
    }
  }
  for (const {id: under, segment_name: of, deleted_at} of await call(segments.list)) {
    if (deleted_at !== null) continue;
    for await (const batch of listedRecords(context, segmentRecipients, {segment_id: under}))
      for (const one of batch)
        if (isWanted(one['email'])) found.push({where: 'segment', id: Number(one['id']), of, under, record: one});
  }
  for await (const batch of listedRecords(context, notificationRecipients))
    for (const one of batch)
      if (isWanted(one['email_address']))
        found.push({
          where: 'notification recipient',
          id: Number(one['id']),
          of: String(one['email_owner']),
          record: one,
        });
  for (const {id: under, group_name: of} of await call(groups.list)) {
    for await (const batch of listedRecords(context, groupRecipients, {groupId: under}))
      for (const one of batch)
        if (isWanted(one['email_address']))
          found.push({where: 'unsubscribe group', id: Number(one['id']), of, under, record: one});
  }
  // People who left only a group are found in the group.
  for await (const batch of listedRecords(context, unsubscribers))
    for (const one of batch)
      if (isWanted(one['email_address']) && one['unsubscribe_groups_id'] === null)
        found.push({where: 'unsubscribers', id: Number(one['id']), of: 'all mail', record: one});
  for (const one of await call(senders.list))
    if ([one.from_email, one.reply_to_email].some(isWanted))
      found.push({where: 'sender', id: one.id, of: one.nickname, record: one});
  progress.clear();
  return found;
}
