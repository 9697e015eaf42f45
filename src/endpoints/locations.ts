import {type Collection, collection} from '../api/collection.js';
import {operation} from '../api/operation.js';
import {record, several} from '../api/schema.js';

/** The fields that places are seen to have; the documentation shows none, so any other may be there and none must be. */
export const place = record({id: 'integer?', name: 'text?', country_id: 'json?', state_id: 'json?'});

export const operations = {
  all: operation('GET /get/country-state-city', {effect: 'reads', returns: several('countries', 'states', 'cities')}),
};

const placesUnder = (kind: 'countries' | 'states' | 'cities', one: string): Collection =>
  collection({
    record: place,
    key: 'id',
    label: 'name',
    noun: {one, many: kind},
    list: operations.all,
    under: kind,
    see: `emk locations ${kind}`,
    operations,
  });

/** Where the id of a sender's state is looked up. */
export const states = placesUnder('states', 'state');

/** Where the id of a sender's city is looked up. */
export const cities = placesUnder('cities', 'city');

/** Countries, which people know by their codes too. */
const countries: Collection = {...placesUnder('countries', 'country'), coded: true};

export default countries;
