import type {Operation} from '../../api/describe/schema.js';
import {operations as automationEmails} from '../../endpoints/automation-emails.js';
import {operations as fields} from '../../endpoints/fields.js';
import {operations as groupRecipients} from '../../endpoints/group-recipients.js';
import {operations as locations} from '../../endpoints/locations.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {kinds} from '../kinds/kinds.js';

/** The lists that are read from the account, for the reference pages of these commands. */
export const accountReads: readonly Operation[] = [
  ...Object.values(kinds).map(({collection}) => collection.list),
  fields.reserved,
  locations.all,
  groupRecipients.list,
  segmentRecipients.list,
  automationEmails.list,
];
