import {readsWithoutKeys} from '../api/client/key-mask.js';
import {command} from '../commands/command.js';
import {customFieldsOf} from '../commands/custom-fields.js';
import {accountStreams, streamReads} from './streams.js';

export default command({
  summary: 'Print all records for a Singer target, such as those of Meltano',
  details:
    'Prints the messages of the Singer specification: the schema of each stream, its records, and a state after ' +
    'each stream. Custom fields are columns with types.\n\nEach run prints every record and then activates this ' +
    'version, so the target drops deleted records too.\n\nKeys come from the profile or the environment, never ' +
    'from a file of the runner.',
  takes: {
    discover: {type: 'flag', help: 'Print the catalog instead: all streams with their columns'},
    streams: {type: 'text', value: 'names', help: 'Only these, such as contacts,segments (default: all)'},
    catalog: {type: 'text', value: 'file', help: 'Catalog that says which streams and columns to read'},
    state: {type: 'text', value: 'file', help: 'State from the end of the last run'},
    config: {type: 'text', value: 'file', help: 'Configuration of the runner; emk reads "streams" in it'},
  },
  calls: streamReads,
  gives: ['conversation', {document: () => import('./tap.schema.js')}],
  examples: [
    'emk tap --discover > catalog.json',
    'emk tap --state state.json | target-postgres --config target.json > states.jsonl',
    'emk tap --streams contacts,single_sends | target-jsonl',
  ],
  async run(reading, {discover, streams, catalog: catalogFile, state: stateFile, config: configFile}) {
    const context = readsWithoutKeys(reading, reading.keyMask);
    const [{catalogOf, tablesNamed, tablesOf, tablesSelected}, {readObject, streamsIn, toNames}, {tapMessages}] =
      await Promise.all([import('./catalog.js'), import('./tap-files.js'), import('./tap.js')]);
    const [config = {}, catalog, state] = [
      await readObject(context, configFile),
      await readObject(context, catalogFile),
      await readObject(context, stateFile),
    ];
    const names = streams === undefined ? streamsIn(config, context) : toNames(streams);
    const all = tablesOf(await accountStreams(), await customFieldsOf(context));
    const selected = catalog === undefined ? all : tablesSelected(all, catalog);
    const tables = names === undefined ? selected : tablesNamed(selected, names);
    if (discover) return {kind: 'raw', form: 'json', body: `${JSON.stringify(catalogOf(tables), undefined, 2)}\n`};
    if (tables.length === 0) context.warn('The catalog selects no stream.');
    return {kind: 'raw', form: 'json', body: tapMessages(context, tables, state)};
  },
});
