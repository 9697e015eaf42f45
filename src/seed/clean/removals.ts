import type {RemovalOfMany} from '../../account-files/apply/remove-records.js';
import type {Id} from '../../account-files/folder/made-records.js';
import type {KindName} from '../../account-files/kinds/kind-names.js';
import automations, {operations as automation} from '../../endpoints/automations.js';
import contactTypes, {operations as contactType} from '../../endpoints/contact-types.js';
import fields, {operations as field} from '../../endpoints/fields.js';
import notificationRecipients, {operations as notification} from '../../endpoints/notification-recipients.js';
import senders, {operations as sender} from '../../endpoints/senders.js';
import singleSends, {operations as singleSend} from '../../endpoints/single-sends.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/unsubscribe-group-recipients.js';
import unsubscribers, {operations as unsubscriber} from '../../endpoints/unsubscribers.js';

/** How to delete records of each kind, in an order where nothing loses what it refers to. */
export const removals: ReadonlyArray<readonly [KindName, RemovalOfMany]> = [
  ['single-sends', {operation: singleSend.delete, of: singleSends, parameter: 'utr', listInput: {}}],
  ['automations', {operation: automation.delete, of: automations, parameter: 'utr', listInput: {}}],
  ['senders', {operation: sender.delete, of: senders, parameter: 'sender_id', listInput: {}}],
  [
    'notification-recipients',
    {
      operation: notification.delete,
      bulk: notification.bulkDelete,
      of: notificationRecipients,
      parameter: 'id',
      listInput: {},
    },
  ],
  [
    'unsubscribers',
    {operation: unsubscriber.delete, bulk: unsubscriber.bulkDelete, of: unsubscribers, parameter: 'id', listInput: {}},
  ],
  ['fields', {operation: field.delete, of: fields, parameter: 'id', listInput: {}}],
  ['contact-types', {operation: contactType.delete, of: contactTypes, parameter: 'contact_type_id', listInput: {}}],
];

/** How to remove people from the list of those who left a group. */
export const memberRemoval = (group: Id): RemovalOfMany => ({
  operation: groupRecipient.delete,
  bulk: groupRecipient.bulkDelete,
  of: groupRecipients,
  parameter: 'id',
  listInput: {groupId: group},
});
