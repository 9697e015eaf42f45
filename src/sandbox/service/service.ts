import {bringUpToDate} from './life/life.js';
import {deliveriesOf} from './life/mail.js';
import {designOf} from './operations/automation-emails.js';
import {behaviourOf, isModelled} from './operations/behaviours.js';
import {addMadeUpContacts} from './seed/made-up-contacts.js';
import {seedAccount} from './seed/seed.js';
import {schema} from './tables/schema.js';

/** Everything that an account needs from the service: large, and loaded only when an account is opened. */
export const service = {
  schema,
  seedAccount,
  growCrowd: addMadeUpContacts,
  bringUpToDate,
  behaviourOf,
  isModelled,
  deliveriesOf,
  designOf,
};

export type Service = typeof service;
