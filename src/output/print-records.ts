import {toPicker} from '../records/pick.js';
import {toCellColumns} from './cells.js';
import {settleColumns} from './columns.js';
import {printDelimited} from './delimited.js';
import {toDialect} from './dialect.js';
import {printIds} from './id.js';
import {printArray, printArrayOfLines} from './json.js';
import {countLines, passLines, printJsonLines} from './jsonl.js';
import type {RenderOptions} from './render-options.js';
import type {Result} from './result.js';
import {type Batches, select} from './rows.js';
import type {Sink} from './sink.js';

type Records = Extract<Result, {kind: 'records'}>;

/** Prints a list. All but sorted lists go out as they come in. */
export async function printRecords(result: Records, options: RenderOptions, sink: Sink): Promise<void> {
  const {records, view, key, noun} = result;
  if (view.count) return sink.write(`${await count(result)}\n`);
  const none = (printed: number): void => (printed === 0 ? sink.notice(`No ${noun.many}.`) : undefined);
  switch (options.format) {
    case 'json':
    case 'jsonl':
      return printJson(result, options, sink);
    case 'id':
      return none(await printIds(select(records, view, [key]), key, sink));
    case 'csv':
    case 'tsv':
      return printDelimited(await columned(result), toDialect({...options, raw: options.raw || view.raw}, sink), sink);
    case 'table':
      return none(await printTable(result, options, sink));
  }
}

/** What need not be read goes out in the bytes it came in. */
async function printJson(result: Records, options: RenderOptions, sink: Sink): Promise<void> {
  const {records, view} = result;
  const whole = !view.keep && !view.compare && !view.chosen;
  const cut = {limit: view.limit, terminal: options.width !== undefined};
  if (options.format === 'json')
    return whole ? printArrayOfLines(records.lines(), cut, sink) : printArray(asSent(result), options, sink);
  return whole ? passLines(records.lines(), cut, sink) : printJsonLines(asSent(result), cut.terminal, sink);
}

/** The records as they were read, or only the fields that were asked for. */
function asSent({records, view}: Records): Batches {
  if (!view.chosen) return select(records, view, undefined);
  return picked(select(records, view, view.columns), view.columns);
}

async function* picked(batches: Batches, paths: readonly string[]): Batches {
  const pick = toPicker(paths);
  for await (const batch of batches) yield batch.map(pick);
}

const columned = ({records, view, key}: Records): ReturnType<typeof settleColumns> =>
  settleColumns(select(records, view, view.open ? undefined : view.columns), view, key);

async function printTable(result: Records, {width, color, timeZone}: RenderOptions, sink: Sink): Promise<number> {
  const {columns, batches} = await columned(result);
  const cells = toCellColumns(columns, result.shape, timeZone);
  if (width === undefined) return (await import('./plain.js')).printPlainTable(cells, batches, sink);
  return (await import('./screen.js')).printTable(cells, batches, {width, color}, sink);
}

async function count({records, view}: Records): Promise<number> {
  if (!view.keep && view.limit === undefined) return countLines(records.lines());
  let total = 0;
  for await (const batch of select(records, {...view, compare: undefined}, undefined)) total += batch.length;
  return total;
}
