import type {Collection} from '../api/describe/operation.js';
import type {Command, Group} from '../commands/command.js';
import {viewOf} from '../commands/view.js';
import countries, {cities, operations, place, states} from '../endpoints/locations.js';
import {listOptions} from '../records/view/select.js';

/** A command that lists one of the three kinds of place, which the service returns in one answer. */
const places = ({noun, label}: Collection, columns: readonly (keyof typeof place)[], example: string): Command => ({
  summary: `List ${noun.many}`,
  takes: listOptions,
  args: [],
  calls: [operations.all],
  examples: [`emk locations ${noun.many}`, example],
  gives: {list: place},
  async run(context, input: Readonly<Record<string, unknown>>) {
    const view = await viewOf(context, input, {shape: {}, columns});
    return {
      kind: 'records',
      records: context.stream(operations.all, {}, noun.many),
      shape: place,
      key: 'id',
      label,
      noun,
      view,
    };
  },
});

export default {
  commands: {
    countries: places(countries, ['id', 'name'], "emk locations countries --where 'name~united'"),
    states: places(states, ['id', 'name', 'country_id'], 'emk locations states --where country_id=101'),
    cities: places(cities, ['id', 'name', 'state_id'], 'emk locations cities --where state_id=4008 -o csv'),
  },
  bare: 'countries',
} satisfies Group;
