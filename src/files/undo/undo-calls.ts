import type {Operation} from '../../api/describe/schema.js';
import {readsOfImport} from '../../contacts/command/contacts.js';
import {operations as emails} from '../../endpoints/automation-emails.js';
import {operations as automations} from '../../endpoints/automations.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields} from '../../endpoints/fields.js';
import {operations as groupRecipients} from '../../endpoints/group-recipients.js';
import {operations as lists} from '../../endpoints/lists.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import {operations as notifications} from '../../endpoints/notifications.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {operations as senders} from '../../endpoints/senders.js';
import {operations as unsubscribes} from '../../endpoints/unsubscribes.js';
import {accountReads, deletions} from '../account/entries.js';

/** Everything that an undo may call, for its reference page. */
export const undoCalls = async (): Promise<readonly Operation[]> => [
  ...new Set<Operation>([
    ...(await readsOfImport()),
    ...accountReads,
    ...[lists.create, fields.create, senders.create, notifications.add, contacts.upload],
    ...[segmentRecipients.add, automations.create, emails.add, unsubscribes.add, groupRecipients.add],
    ...[mailings.create, mailings.details],
    ...deletions,
  ]),
];
