import {startingOver} from '../../api/answers/start-over.js';
import type {Format} from '../results/format.js';
import type {RenderOptions, Result, ResultOf, Writer} from '../results/result.js';
import {select} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {csv, id, tsv} from './cells.js';
import {md, table} from './table.js';
import {countLines, json, jsonl} from './values.js';

/** Every format with its writer: a format without a writer does not compile. */
const writers: Readonly<Record<Format, Writer>> = {table, json, jsonl, csv, tsv, md, id};

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
    case 'raw':
      return printRaw(result, sink);
    case 'nothing':
      return undefined;
  }
}

/** Prints the number of records, which is the same in every format. */
const count = ({records, view}: ResultOf<'records'>): Promise<number> =>
  startingOver(async () => {
    if (!view.keep && view.limit === undefined) return countLines(records.lines());
    let total = 0;
    for await (const batch of select(records, {...view, order: undefined}, undefined)) total += batch.length;
    return total;
  });

async function printRaw({body, form = 'words'}: Extract<Result, {kind: 'raw'}>, sink: Sink): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) return sink.write(body, form);
  for await (const part of body) await sink.write(part, form);
}
