import {accountReads} from '../account-files/account/account-reads.js';
import type {Operation} from '../api/describe/schema.js';
import {readsOfImport} from '../contacts-import/command/import-command.js';
import {operations as schedules} from '../endpoints/automation-schedules.js';
import {operations as automations} from '../endpoints/automations.js';
import {operations as contactTypes} from '../endpoints/contact-types.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as fields} from '../endpoints/fields.js';
import {operations as notificationRecipients} from '../endpoints/notification-recipients.js';
import {operations as segmentRecipients} from '../endpoints/segment-recipients.js';
import {operations as senders} from '../endpoints/senders.js';
import {operations as groupRecipients} from '../endpoints/unsubscribe-group-recipients.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';

/** Everything that a restore may call, for its reference page. */
export const restoreCalls = async (): Promise<readonly Operation[]> => [
  ...new Set<Operation>([
    ...(await readsOfImport()),
    ...accountReads,
    ...[contactTypes.create, fields.create, senders.create, notificationRecipients.add, contacts.upload],
    ...[segmentRecipients.add, automations.create, schedules.add, unsubscribers.add, groupRecipients.add],
  ]),
];
