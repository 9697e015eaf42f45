import type {Operation} from '../../../src/api/operation.js';
import {operations as schedules} from '../../../src/resources/automation-schedules.js';
import {operations as automations} from '../../../src/resources/automations.js';
import {operations as contactTypes} from '../../../src/resources/contact-types.js';
import {operations as contacts} from '../../../src/resources/contacts.js';
import {operations as fields} from '../../../src/resources/fields.js';
import {loadAll} from '../../../src/resources/index.js';
import {operations as locations} from '../../../src/resources/locations.js';
import {operations as notifications} from '../../../src/resources/notification-recipients.js';
import {recipientOperations as segmentRecipients, operations as segments} from '../../../src/resources/segments.js';
import {operations as senders} from '../../../src/resources/senders.js';
import {operations as singleSends} from '../../../src/resources/single-sends.js';
import {operations as templates} from '../../../src/resources/templates.js';
import {
  recipientOperations as groupRecipients,
  operations as groups,
} from '../../../src/resources/unsubscribe-groups.js';
import {operations as unsubscribers} from '../../../src/resources/unsubscribers.js';

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
  (await loadAll())
    .flatMap(({resource}) => Object.values(resource.operations))
    .map(operation => [operation.route, operation]),
);
