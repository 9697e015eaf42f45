import {deletionsOf} from '../../api/describe/collection.js';
import type {Operation} from '../../api/describe/schema.js';
import emailList, {operations as automationEmails} from '../../endpoints/automation-emails.js';
import {operations as automations} from '../../endpoints/automations.js';
import contactList, {operations as contacts} from '../../endpoints/contacts.js';
import {operations as fields} from '../../endpoints/fields.js';
import groupList, {operations as groupRecipients} from '../../endpoints/group-recipients.js';
import {operations as groups} from '../../endpoints/groups.js';
import {operations as lists} from '../../endpoints/lists.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import segmentList, {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {operations as senders} from '../../endpoints/senders.js';
import {operations as unsubscribes} from '../../endpoints/unsubscribes.js';
import {accountReads} from '../account/read-account.js';
import {kinds} from '../kinds/kinds.js';
import {kindNames} from '../kinds/shape.js';

/** The deletions of an account's records, for the reference pages of these commands. */
export const deletions = deletionsOf(
  ...kindNames.filter(kind => kinds[kind].can.delete === true).map(kind => kinds[kind].collection),
  ...[contactList, groupList, segmentList, emailList],
);

export const callsOfApply: readonly Operation[] = [
  ...accountReads,
  contacts.list,
  lists.create,
  fields.create,
  groups.create,
  groups.update,
  groupRecipients.add,
  unsubscribes.add,
  senders.create,
  senders.update,
  segmentRecipients.add,
  contacts.upload,
  contacts.update,
  automations.create,
  automations.setLive,
  automations.pause,
  automationEmails.add,
  mailings.create,
  mailings.update,
  ...deletions,
];
