import type {Format} from './format.js';
import {csv} from './formats/csv.js';
import {id} from './formats/id.js';
import {json} from './formats/json.js';
import {jsonl} from './formats/jsonl.js';
import {md} from './formats/md.js';
import {table} from './formats/table.js';
import {tsv} from './formats/tsv.js';
import type {RenderOptions} from './render-options.js';
import type {Result} from './result.js';
import {select} from './rows.js';
import type {Sink} from './sink.js';
import {countLines} from './unread-lines.js';
import type {ResultOf, Writer} from './writer.js';

/** Every format with its writer: one without a writer does not compile. */
export const writers: Readonly<Record<Format, Writer>> = {table, json, jsonl, csv, tsv, md, id};

/** Prints a result in the format that was asked for. */
export async function render(result: Result, {format, ...look}: RenderOptions, sink: Sink): Promise<void> {
  const writer = writers[format];
  switch (result.kind) {
    case 'records':
      return result.view.count ? sink.write(`${await count(result)}\n`) : writer.records(result, look, sink);
    case 'record':
      return writer.record(result, look, sink);
    case 'done':
      return writer.done(result, look, sink);
    case 'data':
      return writer.data(result, look, sink);
    case 'items':
      return writer.items(result, look, sink);
    case 'raw':
      return printRaw(result.body, sink);
    case 'nothing':
      return undefined;
  }
}

/** A number is the same in every format. */
async function count({records, view}: ResultOf<'records'>): Promise<number> {
  if (!view.keep && view.limit === undefined) return countLines(records.lines());
  let total = 0;
  for await (const batch of select(records, {...view, compare: undefined}, undefined)) total += batch.length;
  return total;
}

async function printRaw(body: Extract<Result, {kind: 'raw'}>['body'], sink: Sink): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) return sink.write(body);
  for await (const part of body) await sink.write(part);
}
