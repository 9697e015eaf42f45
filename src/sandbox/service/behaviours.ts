import type {Operation} from '../../api/describe/schema.js';
import {operations as locations} from '../../endpoints/locations.js';
import {automationBehaviours} from './automations.js';
import {type Behaviour, gives} from './behaviour.js';
import {contactBehaviours} from './contacts.js';
import {mailingBehaviours} from './mailings.js';
import {cities, countries, states} from './places.js';
import {recordBehaviours} from './records.js';

const behaviours: Readonly<Record<string, Behaviour>> = {
  ...recordBehaviours,
  ...contactBehaviours,
  ...mailingBehaviours,
  ...automationBehaviours,
  [locations.all.route]: () => gives({countries, states, cities}),
};

export function behaviourOf({route}: Operation): Behaviour {
  const behaviour = behaviours[route];
  if (!behaviour) throw new TypeError(`The sandbox has no behaviour for ${route}.`);
  return behaviour;
}
