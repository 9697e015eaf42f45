import type {Loose} from '../api/schema.js';
import {fieldAt} from '../records/field.js';
import {toReadable} from '../records/readable.js';
import {columnsOf} from './columns.js';
import {printDelimited} from './delimited.js';
import {toDialect} from './dialect.js';
import {printIds} from './id.js';
import {toJson} from './json.js';
import type {RenderOptions} from './render-options.js';
import type {Result} from './result.js';
import type {Batches} from './rows.js';
import {clean} from './sanitise.js';
import type {Sink} from './sink.js';

type OneRecord = Extract<Result, {kind: 'record'}>;

/** Prints one record: as a sheet of its fields for people, as a list of one for csv, tsv and id. */
export async function printRecord({record, shape, key}: OneRecord, options: RenderOptions, sink: Sink): Promise<void> {
  const one = record as Loose;
  switch (options.format) {
    case 'json':
    case 'jsonl':
      return sink.write(toJson(one, options));
    case 'id':
      await printIds(alone(one), key, sink);
      return;
    case 'csv':
    case 'tsv':
      return printDelimited({columns: columnsOf(one, shape), batches: alone(one)}, toDialect(options, sink), sink);
    case 'table':
      return printFields(toFields(one, shape, options.timeZone), options, sink);
  }
}

async function printFields(fields: Fields, {width, color}: RenderOptions, sink: Sink): Promise<void> {
  if (width === undefined) return (await import('./plain.js')).printPlainSheet(fields.map(onOneLine), sink);
  return (await import('./screen.js')).printSheet(fields.map(onItsLines), {width, color}, sink);
}

type Fields = ReadonlyArray<readonly [name: string, value: string]>;

const toFields = (record: Loose, shape: OneRecord['shape'], zone: string | undefined): Fields =>
  columnsOf(record, shape).map(({path, read}) => [path, toReadable(fieldAt(shape, path), zone)(read(record))]);

const onOneLine = ([name, value]: Fields[number]) => [clean(name), clean(value)] as const;

/** A terminal's sheet has room for values of several lines. */
const onItsLines = ([name, value]: Fields[number]) =>
  [
    clean(name),
    value
      .split(/\r\n|[\n\r]/)
      .map(clean)
      .join('\n'),
  ] as const;

async function* alone(record: Loose): Batches {
  yield [record];
}
