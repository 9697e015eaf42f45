import type {Operation} from '../api/describe/schema.js';
import {operations as contactTypes} from '../endpoints/contact-types.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as segmentRecipients} from '../endpoints/segment-recipients.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as senders} from '../endpoints/senders.js';
import {operations as singleSends} from '../endpoints/single-sends.js';
import {operations as templates} from '../endpoints/templates.js';
import {operations as groupRecipients} from '../endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../endpoints/unsubscribe-groups.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';
import {tagReads} from './tags.js';

/** The lists that the checks of a mailing read, for the reference pages of its commands. */
export const checkReads: readonly Operation[] = [
  senders.list,
  groups.list,
  templates.list,
  ...tagReads,
  contactTypes.list,
  segments.list,
  contacts.list,
  segmentRecipients.list,
  unsubscribers.list,
  groupRecipients.list,
  singleSends.list,
];
