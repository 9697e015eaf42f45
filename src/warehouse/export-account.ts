import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import about from '../../package.json' with {type: 'json'};
import {isObject} from '../api/answers/is-object.js';
import {jsonOrNothing} from '../api/answers/json-or-nothing.js';
import {readsWithoutKeys} from '../api/client/key-mask.js';
import type {Context} from '../commands/command.js';
import {customFieldsOf} from '../commands/custom-fields.js';
import {DeclinedError} from '../errors.js';
import {render} from '../output/formats/render.js';
import {endingsOf, type Format, isBinary, readerOf} from '../output/results/format.js';
import {createSink} from '../output/results/sink.js';
import type {Computed} from '../records/fields/computed.js';
import {kindOf} from '../records/fields/field.js';
import {type CustomField, type TypedColumn, typedColumns, unlistedColumn} from '../records/fields/typed-columns.js';
import {toView, type View} from '../records/view/select.js';
import {tellingFileTrouble} from '../system/file-trouble.js';
import {beginWhole, writeWhole} from '../system/whole-file.js';
import {writeWholeFolder} from '../system/whole-folder.js';
import {withMore} from '../words/sentence.js';
import type {Manifest} from './manifest.schema.js';
import {accountStreams, type Stream} from './streams.js';
import {watchChanges} from './watch-changes.js';

type Wanted = {readonly dir: string; readonly format: Format};

/** Writes every record of the account into a folder, with a manifest. No list is held in memory. */
export async function exportAccount(reading: Context, {dir, format}: Wanted): Promise<Manifest> {
  const context = readsWithoutKeys(reading, reading.keyMask);
  const {ask, host, globals, progress} = context;
  let agreed = '';
  const place = {
    name: dir,
    path: resolve(host.cwd, dir),
    async mayReplace(path: string, names: readonly string[]) {
      if (globals.force || agreed === names.join('\n') || (await isExport(path, names))) return true;
      if (!ask.possible) return false;
      const others = withMore(names, names.length, 3);
      if (!(await ask.confirm(`${dir} has files that are not from an export: ${others}. Replace the whole folder?`))) {
        throw new DeclinedError('Nothing was written.');
      }
      agreed = names.join('\n');
      return true;
    },
  };
  const {baseUrl} = await context.account();
  return tellingFileTrouble(() =>
    writeWholeFolder(host, place, async draft => {
      const changes = watchChanges();
      const [streams, custom, from] = [await accountStreams(), await customFieldsOf(context), host.now()];
      const files: Manifest['files'][number][] = [];
      for (const stream of streams) {
        progress.show({label: `Copying ${stream.noun.many}`, done: files.length, total: streams.length});
        const source = changes.watched(stream, stream.read(context));
        files.push(await writeStream(context, {stream: {...stream, read: () => source}, custom, format, draft}));
      }
      const consistency = await changes.readAgain(context);
      progress.clear();
      const times = {from: from.toISOString(), until: host.now().toISOString()};
      const manifest = {version: VERSION, emk: about.version, service: baseUrl, format, ...times, files, consistency};
      await writeWhole(join(draft, MANIFEST), [`${JSON.stringify(manifest, undefined, 2)}\n`]);
      return manifest;
    }),
  );
}

type OneFile = {
  readonly stream: Stream;
  readonly custom: readonly CustomField[];
  readonly format: Format;
  readonly draft: string;
};

/** Writes one kind of record, as a list of it is printed. */
async function writeStream(
  context: Context,
  {stream, custom, format, draft}: OneFile,
): Promise<Manifest['files'][number]> {
  const {name, record: shape, key, noun} = stream;
  const path = `${name}.${endingsOf(format)[0]}`;
  const file = await beginWhole(join(draft, path), {signal: context.host.interrupted});
  try {
    const view = viewOf(stream, custom);
    const result = {
      kind: 'records',
      records: stream.read(context),
      shape,
      key,
      noun,
      view,
    } as const;
    const look = {width: undefined, color: false, timeZone: undefined, raw: false, customFields: async () => custom};
    const rows =
      (await render(
        result,
        {...look, format},
        createSink(file.stream, {notice: context.notice, warn: context.warn}),
      )) ?? 0;
    const columns = columnsOf(view, typedColumns(stream, readerOf(format) === 'programs' ? undefined : custom), format);
    return {name, path, rows, ...(await file.finish()), key, columns};
  } finally {
    await file.drop();
  }
}

/** The columns of a file by their names in it; rows of text name custom fields by their paths. */
const columnsOf = (
  {columns}: View,
  typed: readonly TypedColumn[],
  format: Format,
): Manifest['files'][number]['columns'] =>
  typed.map(({name, kind, nullable}, at) => ({
    name: readerOf(format) === 'rows' && !isBinary(format) ? (columns[at] ?? name) : name,
    type: kind,
    nullable,
  }));

/** Everything that was sent, and in rows a column for each field and each custom field. */
function viewOf({record}: Stream, custom: readonly CustomField[]): View {
  const computed: Computed[] = [];
  const columns = Object.entries(record).flatMap(([name, field]) => {
    if (kindOf(field) !== 'custom') return [name];
    const {name: path, read} = unlistedColumn(name, custom);
    computed.push({path, instead: [], needs: [name], read: one => String(read(one) ?? '')});
    return [path, ...custom.map(({field_name}) => `${name}.${field_name}`).sort()];
  });
  return {...toView({}, {shape: record, columns, computed}), all: true};
}

/** Whether a folder holds an export and nothing else. */
async function isExport(path: string, names: readonly string[]): Promise<boolean> {
  if (!names.includes(MANIFEST)) return false;
  const manifest = jsonOrNothing(await readFile(join(path, MANIFEST), 'utf8').catch(() => ''));
  if (!isObject(manifest) || manifest['version'] !== VERSION) return false;
  const files = Array.isArray(manifest['files']) ? manifest['files'] : [];
  const paths = files.map(file => (isObject(file) ? file['path'] : undefined));
  return names.every(name => name === MANIFEST || paths.includes(name));
}

const [MANIFEST, VERSION] = ['manifest.json', 1];
