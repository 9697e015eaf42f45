import type {Operation} from '../../api/describe/schema.js';
import {checkReads} from '../../checks/check-reads.js';
import {operations as contactTypes} from '../../endpoints/contact-types.js';
import {operations as contacts} from '../../endpoints/contacts.js';

/** The operations of a test besides those of a single send, for its reference page. */
export const testCalls: readonly Operation[] = [contactTypes.create, contacts.create, contacts.delete, ...checkReads];
