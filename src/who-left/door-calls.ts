import type {Operation} from '../api/describe/schema.js';
import {operations as groupRecipients} from '../endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../endpoints/unsubscribe-groups.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';

/** What is read at the door, for the reference of commands that go through it. */
export const readsOfDoor: readonly Operation[] = [unsubscribers.list, groups.list, groupRecipients.list];
