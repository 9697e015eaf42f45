import type {Operation} from '../api/describe/schema.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as groupRecipients} from '../endpoints/group-recipients.js';
import {operations as groups} from '../endpoints/groups.js';
import {operations as lists} from '../endpoints/lists.js';
import {operations as mailings} from '../endpoints/mailings.js';
import {operations as segmentRecipients} from '../endpoints/segment-recipients.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as senders} from '../endpoints/senders.js';
import {operations as templates} from '../endpoints/templates.js';
import {operations as unsubscribes} from '../endpoints/unsubscribes.js';
import {tagReads} from './tags.js';

/** The lists that the checks of a mailing read, for the reference pages of its commands. */
export const checkReads: readonly Operation[] = [
  senders.list,
  groups.list,
  templates.list,
  ...tagReads,
  lists.list,
  segments.list,
  contacts.list,
  segmentRecipients.list,
  unsubscribes.list,
  groupRecipients.list,
  mailings.list,
];
