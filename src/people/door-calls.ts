import type {Operation} from '../api/describe/schema.js';
import {operations as groupRecipients} from '../endpoints/group-recipients.js';
import {operations as groups} from '../endpoints/groups.js';
import {operations as unsubscribes} from '../endpoints/unsubscribes.js';

/** What is read at the door, for the reference of commands that go through it. */
export const readsOfDoor: readonly Operation[] = [unsubscribes.list, groups.list, groupRecipients.list];
