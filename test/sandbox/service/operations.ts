import type {Operation} from '../../../src/api/describe/schema.js';
import {loadOperations} from '../../../src/endpoints/all.js';
import {operations as schedules} from '../../../src/endpoints/automation-schedules.js';
import {operations as automations} from '../../../src/endpoints/automations.js';
import {operations as contactTypes} from '../../../src/endpoints/contact-types.js';
import {operations as contacts} from '../../../src/endpoints/contacts.js';
import {operations as fields} from '../../../src/endpoints/fields.js';
import {operations as locations} from '../../../src/endpoints/locations.js';
import {operations as notifications} from '../../../src/endpoints/notification-recipients.js';
import {operations as segmentRecipients} from '../../../src/endpoints/segment-recipients.js';
import {operations as segments} from '../../../src/endpoints/segments.js';
import {operations as senders} from '../../../src/endpoints/senders.js';
import {operations as singleSends} from '../../../src/endpoints/single-sends.js';
import {operations as templates} from '../../../src/endpoints/templates.js';
import {operations as groupRecipients} from '../../../src/endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../../../src/endpoints/unsubscribe-groups.js';
import {operations as unsubscribers} from '../../../src/endpoints/unsubscribers.js';

export {
  automations,
  contacts,
  contactTypes,
  fields,
  groupRecipients,
  groups,
  locations,
  notifications,
  schedules,
  segmentRecipients,
  segments,
  senders,
  singleSends,
  templates,
  unsubscribers,
};

/** Every operation of the API, by its route. */
export const everyOperation: ReadonlyMap<string, Operation> = new Map(
  (await loadOperations()).map(operation => [operation.route, operation]),
);
