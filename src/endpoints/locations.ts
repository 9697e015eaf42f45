import {type Collection, collection, operation, record, several} from '../api/describe/operation.js';

/**
 * The fields that places have in real answers. The documentation shows none: all are optional, and there may be more.
 */
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

/** States and cities, for those of a sender. */
export const states = placesUnder('states', 'state');
export const cities = placesUnder('cities', 'city');

const countries: Collection = {...placesUnder('countries', 'country'), coded: true};

export default countries;
