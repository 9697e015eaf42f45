import {operation} from '../api/operation.js';
import {record, type Source, several} from '../api/schema.js';
import {type Command, type Noun, type Resource, resource} from '../commands/command.js';
import {listOptions, toView} from '../commands/select.js';

export const operations = {
  all: operation('GET /get/country-state-city', {effect: 'reads', returns: several('countries', 'states', 'cities')}),
};

/** The fields that places are seen to have; the documentation shows none, so any other may be there and none must be. */
const place = record({id: 'integer?', name: 'text?', country_id: 'json?', state_id: 'json?'});

/** A command that lists one of the three kinds of place that stand in one answer. */
const places = (
  kind: 'countries' | 'states' | 'cities',
  noun: Noun,
  columns: readonly (keyof typeof place)[],
  example: string,
): Command => ({
  summary: `List ${noun.many}`,
  takes: listOptions,
  args: [],
  calls: [operations.all],
  examples: [`emk locations ${kind}`, example],
  async run({stream, host}, input: Readonly<Record<string, unknown>>) {
    const view = toView(input, {shape: {}, columns, timeZone: host.env['TZ']});
    return {kind: 'records', records: stream(operations.all, {}, kind), shape: place, key: 'id', noun, view};
  },
});

const sourceOf = (kind: string): Source => ({
  noun: {one: kind, many: kind},
  key: 'id',
  label: 'name',
  list: operations.all,
  under: kind,
  see: `emk locations ${kind}`,
});

/** Where the id of a sender's state is looked up. */
export const states = sourceOf('states');

/** Where the id of a sender's city is looked up. */
export const cities = sourceOf('cities');

const locations: Resource = resource({
  ...sourceOf('countries'),
  coded: true,
  record: place,
  key: 'id',
  label: 'name',
  operations,
  commands: {
    countries: places(
      'countries',
      {one: 'country', many: 'countries'},
      ['id', 'name'],
      "emk locations countries --where 'name~united'",
    ),
    states: places(
      'states',
      {one: 'state', many: 'states'},
      ['id', 'name', 'country_id'],
      'emk locations states --where country_id=101',
    ),
    cities: places(
      'cities',
      {one: 'city', many: 'cities'},
      ['id', 'name', 'state_id'],
      'emk locations cities --where state_id=4008 -o csv',
    ),
  },
});

export default locations;
