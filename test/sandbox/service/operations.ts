import type {Operation} from '../../../src/api/describe/schema.js';
import {loadOperations} from '../../../src/endpoints/all.js';

export {operations as schedules} from '../../../src/endpoints/automation-emails.js';
export {operations as automations} from '../../../src/endpoints/automations.js';
export {operations as contacts} from '../../../src/endpoints/contacts.js';
export {operations as fields} from '../../../src/endpoints/fields.js';
export {operations as groupRecipients} from '../../../src/endpoints/group-recipients.js';
export {operations as groups} from '../../../src/endpoints/groups.js';
export {operations as contactTypes} from '../../../src/endpoints/lists.js';
export {operations as locations} from '../../../src/endpoints/locations.js';
export {operations as singleSends} from '../../../src/endpoints/mailings.js';
export {operations as notifications} from '../../../src/endpoints/notifications.js';
export {operations as segmentRecipients} from '../../../src/endpoints/segment-recipients.js';
export {operations as segments} from '../../../src/endpoints/segments.js';
export {operations as senders} from '../../../src/endpoints/senders.js';
export {operations as templates} from '../../../src/endpoints/templates.js';
export {operations as unsubscribes} from '../../../src/endpoints/unsubscribes.js';

/** Every operation of the API, by its route. */
export const everyOperation: ReadonlyMap<string, Operation> = new Map(
  (await loadOperations()).map(operation => [operation.route, operation]),
);
