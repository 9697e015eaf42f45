import type {Operation, Returns} from '../../../api/describe/schema.js';
import {operations as locations} from '../../../endpoints/locations.js';
import type {Behaviour, Db, Outcome} from '../behaviour.js';
import {done, gives, lists, notFound} from '../behaviour.js';
import {nextUtr} from '../chance.js';
import {cities, countries, states} from '../places/locations.js';
import {automationEmailBehaviours} from './automation-emails.js';
import {automationBehaviours} from './automations.js';
import {contactBehaviours} from './contacts.js';
import {fieldBehaviours} from './fields.js';
import {groupBehaviours} from './groups.js';
import {listBehaviours} from './lists.js';
import {mailingBehaviours} from './mailings.js';
import {notificationBehaviours} from './notifications.js';
import {segmentBehaviours} from './segments.js';
import {senderBehaviours} from './senders.js';
import {templateBehaviours} from './templates.js';
import {unsubscribeBehaviours} from './unsubscribes.js';

const behaviours: Readonly<Record<string, Behaviour>> = {
  ...listBehaviours,
  ...contactBehaviours,
  ...fieldBehaviours,
  ...segmentBehaviours,
  ...unsubscribeBehaviours,
  ...groupBehaviours,
  ...senderBehaviours,
  ...templateBehaviours,
  ...mailingBehaviours,
  ...automationBehaviours,
  ...automationEmailBehaviours,
  ...notificationBehaviours,
  [locations.all.route]: () => gives({countries, states, cities}),
};

/** The behaviour of an operation; without one, the sandbox answers as an empty account would. */
export const behaviourOf = ({route, returns}: Operation): Behaviour =>
  behaviours[route] ?? (({db}) => emptyAnswer(returns, db));

export const isModelled = ({route}: Operation): boolean => Object.hasOwn(behaviours, route);

/** An answer that fits any operation: no records, no such record, or its own text of success. */
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
