import {isObject} from '../api/answers/is-object.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import type {TypedColumn} from '../records/fields/typed-columns.js';
import {counted} from '../words/sentence.js';
import {schemaOf, type Table} from './catalog.js';

type Reading = Pick<Context, 'stream' | 'host' | 'progress' | 'notice' | 'warn'>;

/** The version of each stream that a target holds, as the last state says. */
type Versions = Readonly<Record<string, number>>;

/**
 * The messages of Singer for all records of these tables. The service gives whole lists. So each run gives each table a
 * new version of all its rows, and activates it at the end: the target then drops rows that are gone. A list that fails
 * activates nothing.
 */
export async function* tapMessages(
  context: Reading,
  tables: readonly Table[],
  state: Loose = {},
): AsyncGenerator<string, void> {
  const {host, progress, notice} = context;
  const versions: Record<string, number> = {...versionsIn(state)};
  let rows = 0;
  for (const table of tables) {
    const {name, key} = table.stream;
    const before = versions[name];
    const version = Math.max(host.now().getTime(), (before ?? 0) + 1);
    const activate = message({type: 'ACTIVATE_VERSION', stream: name, version});
    yield message({type: 'SCHEMA', stream: name, schema: schemaOf(table), key_properties: [key]});
    // The first rows of a table don't wait for the last.
    if (before === undefined) yield activate;
    for await (const lines of recordMessages(context, table, version)) {
      rows += lines.length;
      progress.show({label: `Reading ${table.stream.noun.many}`, done: rows});
      yield lines.join('');
    }
    versions[name] = version;
    yield activate + stateOf(versions);
  }
  progress.clear();
  notice(`Read ${counted(rows, 'record')} of ${counted(tables.length, 'stream')}.`, {
    kind: 'read',
    records: rows,
    streams: tables.length,
  });
}

async function* recordMessages(
  context: Reading,
  {stream, columns}: Table,
  version: number,
): AsyncGenerator<readonly string[], void> {
  const misfits = new Map<string, number>();
  const misfit = (name: string): void => void misfits.set(name, (misfits.get(name) ?? 0) + 1);
  const head = `{"type":"RECORD","stream":${JSON.stringify(stream.name)},"record":`;
  for await (const batch of stream.read(context)) {
    const tail = `,"version":${version},"time_extracted":"${context.host.now().toISOString()}"}\n`;
    yield batch.map(record => head + JSON.stringify(rowOf(record, columns, misfit)) + tail);
  }
  for (const [column, values] of misfits) {
    context.warn(`${stream.name}.${column}: ${counted(values, 'value')} of another type, which became null.`);
  }
}

function rowOf(record: Loose, columns: readonly TypedColumn[], misfit: (name: string) => void): Loose {
  const row: Record<string, unknown> = {};
  for (const {name, read} of columns) {
    const value = read(record);
    if (value === undefined) misfit(name);
    row[name] = value ?? null;
  }
  return row;
}

/** A state holds the versions alone, so nothing that a file brought along goes into it. */
const stateOf = (versions: Versions): string =>
  message({
    type: 'STATE',
    value: {bookmarks: Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, {version}]))},
  });

function versionsIn({bookmarks}: Loose): Versions {
  const entries = Object.entries(isObject(bookmarks) ? bookmarks : {});
  return Object.fromEntries(
    entries.flatMap(([name, mark]) =>
      isObject(mark) && Number.isSafeInteger(mark['version']) ? [[name, Number(mark['version'])]] : [],
    ),
  );
}

const message = (value: Loose): string => `${JSON.stringify(value)}\n`;
