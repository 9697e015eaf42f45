import {kinds} from '../../account-files/kinds/kinds.js';
import {deletionsOf} from '../../api/describe/collection.js';
import type {Operation} from '../../api/describe/schema.js';
import contacts from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {isShared} from '../file/run-name.js';
import {seedKinds} from '../file/seed-keys.js';

/** The kinds of record that a clean deletes, in an order where nothing loses what it refers to. */
export const cleanedKinds = seedKinds.filter(kind => !isShared(kind)).reverse();

/** The operations of the search for runs, for the reference pages of its commands. */
const lookOperations: readonly Operation[] = [
  ...seedKinds.map(kind => kinds[kind].collection.list),
  groupRecipients.list,
  contacts.list,
];

export const cleanOperations: readonly Operation[] = [
  ...lookOperations,
  segmentRecipients.list,
  ...deletionsOf(...cleanedKinds.map(kind => kinds[kind].collection), groupRecipients, contacts),
];
