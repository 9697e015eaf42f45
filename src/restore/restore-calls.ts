import type {Operation} from '../api/describe/schema.js';
import {readsOfImport} from '../contacts-import/command/import-command.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as groupRecipients} from '../endpoints/unsubscribe-group-recipients.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';
import {ways} from './ways.js';

/** Everything that a restore may call, for its reference page. */
export async function restoreCalls(): Promise<readonly Operation[]> {
  const left = [unsubscribers.add, groupRecipients.add];
  const each = Object.values(ways).flatMap(({of, operation}) => [of.list, operation]);
  return [...new Set([...(await readsOfImport()), ...each, contacts.upload, ...left])];
}
