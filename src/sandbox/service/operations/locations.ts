import {operations} from '../../../endpoints/locations.js';
import type {Behaviour} from '../behaviour.js';
import {gives} from '../outcome.js';
import {cities, countries, states} from '../places/locations.js';

/** Countries, states and cities: the same for every account. */
export const locationBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.all.route]: () => gives({countries, states, cities}),
};
