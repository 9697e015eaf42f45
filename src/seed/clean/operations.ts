import {kinds} from '../../account-files/kinds/kinds.js';
import type {Operation} from '../../api/describe/schema.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as groupRecipients} from '../../endpoints/unsubscribe-group-recipients.js';
import {seedKinds} from '../file/seed-keys.js';
import {memberRemoval, removals} from './removals.js';

/** The operations of the search for runs, for the reference pages of its commands. */
export const lookOperations: readonly Operation[] = [
  ...seedKinds.map(kind => kinds[kind].collection.list),
  groupRecipients.list,
  contacts.list,
];

/** The operations of a clean. */
export const cleanOperations: readonly Operation[] = [
  ...lookOperations,
  ...[...removals.map(([, removal]) => removal), memberRemoval(0)].flatMap(({operation, bulk}) =>
    bulk ? [operation, bulk] : [operation],
  ),
  contacts.bulkDelete,
  contacts.delete,
];
