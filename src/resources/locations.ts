import {operation} from '../api/operation.js';
import {several} from '../api/schema.js';

export const operations = {
  all: operation('GET /get/country-state-city', {effect: 'reads', returns: several('countries', 'states', 'cities')}),
};
