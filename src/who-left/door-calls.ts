import type {Operation} from '../api/describe/schema.js';

/** What is read at the door, for the reference of commands that go through it. */
export const readsOfDoor = async (): Promise<readonly Operation[]> => [
  (await import('../endpoints/unsubscribers.js')).operations.list,
  (await import('../endpoints/unsubscribe-groups.js')).operations.list,
  (await import('../endpoints/unsubscribe-group-recipients.js')).operations.list,
];
