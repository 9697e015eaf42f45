import type {Operation, Returns} from '../../../api/schema.js';
import type {Behaviour, Db, Outcome} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {done, gives, lists, notFound} from '../outcome.js';
import {automationBehaviours} from './automations.js';
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

/** Everything the account can be asked, by the operation's route. */
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

/** What the account does when it is asked an operation. */
export const behaviourOf = ({route, returns}: Operation): Behaviour =>
  behaviours[route] ?? (({db}) => emptyAnswer(returns, db));

/** Whether the operation changes or shows anything here; if not, it gets the answer of an account that holds nothing. */
export const isModelled = ({route}: Operation): boolean => Object.hasOwn(behaviours, route);

/** The answer that is right for any operation: no records, no such record, or its own word of success. */
function emptyAnswer(returns: Returns, db: Db): Outcome {
  switch (returns.kind) {
    case 'many':
      return lists([]);
    case 'tags':
      return gives([]);
    case 'several':
      return gives(Object.fromEntries(returns.keys.map(key => [key, []])));
    case 'one':
    case 'file':
      return notFound;
    case 'text':
      return done;
    case 'utr':
      return gives(nextUtr(db));
  }
}
