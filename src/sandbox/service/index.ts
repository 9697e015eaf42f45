import {automationBehaviours} from './automations.js';
import type {Behaviour} from './behaviour.js';
import {contactTypeBehaviours} from './contact-types.js';
import {contactBehaviours} from './contacts.js';
import {fieldBehaviours} from './fields.js';
import {locationBehaviours} from './locations.js';
import {notificationRecipientBehaviours} from './notification-recipients.js';
import {scheduleBehaviours} from './schedules.js';
import {segmentBehaviours} from './segments.js';
import {senderBehaviours} from './senders.js';
import {singleSendBehaviours} from './single-sends.js';
import {templateBehaviours} from './templates.js';
import {unsubscribeGroupBehaviours} from './unsubscribe-groups.js';
import {unsubscriberBehaviours} from './unsubscribers.js';

/** What the account does when it is asked, by the operation's route. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  ...contactTypeBehaviours,
  ...contactBehaviours,
  ...fieldBehaviours,
  ...segmentBehaviours,
  ...unsubscriberBehaviours,
  ...unsubscribeGroupBehaviours,
  ...senderBehaviours,
  ...templateBehaviours,
  ...singleSendBehaviours,
  ...automationBehaviours,
  ...scheduleBehaviours,
  ...notificationRecipientBehaviours,
  ...locationBehaviours,
};

export {designOf} from './design.js';
export {bringUpToDate} from './life/life.js';
export {type Delivery, deliveriesOf, type MailAsked} from './mail.js';
export {schema} from './schema.js';
export {growCrowd} from './seed/crowd.js';
export {type AccountSeed, seedAccount} from './seed/seed.js';
