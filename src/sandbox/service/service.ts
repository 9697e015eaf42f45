import type {Operation, Returns} from '../../api/describe/schema.js';
import {operations as locations} from '../../endpoints/locations.js';
import {automationBehaviours, designOf} from './automations.js';
import {type Behaviour, type Db, done, gives, lists, notFound, type Outcome} from './behaviour.js';
import {nextUtr} from './chance.js';
import {contactBehaviours} from './contacts.js';
import {bringUpToDate} from './life.js';
import {deliveriesOf} from './mail.js';
import {mailingBehaviours} from './mailings.js';
import {cities, countries, states} from './places.js';
import {recordBehaviours} from './records.js';
import {addMadeUpContacts, seedAccount} from './seed.js';
import {schema} from './tables.js';

const behaviours: Readonly<Record<string, Behaviour>> = {
  ...recordBehaviours,
  ...contactBehaviours,
  ...mailingBehaviours,
  ...automationBehaviours,
  [locations.all.route]: () => gives({countries, states, cities}),
};

/** The behaviour of an operation; without one, the sandbox answers as an empty account would. */
const behaviourOf = ({route, returns}: Operation): Behaviour =>
  behaviours[route] ?? (({db}) => emptyAnswer(returns, db));

const isModelled = ({route}: Operation): boolean => Object.hasOwn(behaviours, route);

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
