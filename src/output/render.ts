import type {Loose} from '../api/schema.js';
import {toId} from './id.js';
import {printArray, toJson} from './json.js';
import {printJsonLines} from './jsonl.js';
import {printRecord} from './print-record.js';
import {printRecords} from './print-records.js';
import type {RenderOptions} from './render-options.js';
import type {Done, Item, Result} from './result.js';
import type {Batches} from './rows.js';
import {cleanLines} from './sanitise.js';
import type {Sink} from './sink.js';

/** Prints a result in the format that was asked for. */
export async function render(result: Result, options: RenderOptions, sink: Sink): Promise<void> {
  switch (result.kind) {
    case 'records':
      return printRecords(result, options, sink);
    case 'record':
      return printRecord(result, options, sink);
    case 'done':
      return printDone(result, options, sink);
    case 'data':
      return printData(result, options, sink);
    case 'items':
      return printItems(result.items, options, sink);
    case 'raw':
      return printRaw(result.body, sink);
    case 'nothing':
      return undefined;
  }
}

async function printRaw(body: Extract<Result, {kind: 'raw'}>['body'], sink: Sink): Promise<void> {
  if (typeof body === 'string' || body instanceof Uint8Array) return sink.write(body);
  for await (const part of body) await sink.write(part);
}

/** People read the sentence on stderr; programs get what was done, and what was not. */
async function printDone({done, failed}: Done, options: RenderOptions, sink: Sink): Promise<void> {
  if (options.format === 'id') return sink.write(done.map(id => `${toId(id)}\n`).join(''));
  const failures = failed.map(({id, error: {code, message}}) => ({id, error: {code, message}}));
  if (isJson(options)) await sink.write(toJson({done, failed: failures}, options));
}

async function printData(
  {data, text}: {readonly data: unknown; readonly text: string},
  options: RenderOptions,
  sink: Sink,
): Promise<void> {
  if (!isJson(options))
    return sink.write(text === '' || text.endsWith('\n') ? cleanLines(text) : `${cleanLines(text)}\n`);
  const items = options.format === 'jsonl' && Array.isArray(data) ? data : [data];
  for (const item of items) await sink.write(toJson(item, options));
}

async function printItems(
  items: Extract<Result, {kind: 'items'}>['items'],
  options: RenderOptions,
  sink: Sink,
): Promise<void> {
  if (options.format === 'json') return printArray(dataOf(items), options, sink);
  if (options.format === 'jsonl') return printJsonLines(dataOf(items), options.width !== undefined, sink);
  let before = '';
  for await (const batch of items) {
    if (batch.length === 0) continue;
    await sink.write(cleanLines(`${before}${batch.map(item => item.text()).join('\n\n')}\n`));
    before = '\n';
  }
}

async function* dataOf(items: AsyncIterable<readonly Item[]>): Batches {
  for await (const batch of items) yield batch.map(({data}) => data as Loose);
}

const isJson = ({format}: RenderOptions): boolean => format === 'json' || format === 'jsonl';
