import type {Loose} from '../../api/describe/schema.js';
import {type Computed, computedAt, fieldsFor} from '../../records/fields/computed.js';
import {toPicker} from '../../records/fields/path.js';
import type {View} from '../../records/view/select.js';
import type {DoneDocument} from '../results/documents.js';
import type {ResultOf, Writer} from '../results/result.js';
import {type Batches, select} from '../results/rows.js';
import type {Sink} from '../results/sink.js';

/** JSON lines in pieces: whole lines as text, or the service's own bytes, cut anywhere. */
type Lines = AsyncIterable<string | Uint8Array>;

/** One JSON document: a list is an array with each record on its line, anything else is indented. */
export const json: Writer = {
  records: (result, _, sink) => printArray(linesOf(result), sink),
  record: (result, _, sink) => sink.write(toDocument(recordValue(result))),
  done: (result, _, sink) => sink.write(toDocument(doneValue(result))),
  data: ({data}, _, sink) => sink.write(toDocument(data)),
};

export const jsonl: Writer = {
  records: (result, _, sink) => printLines(linesOf(result), sink),
  record: (result, _, sink) => sink.write(toLine(recordValue(result))),
  done: (result, _, sink) => sink.write(toLine(doneValue(result))),
  data: ({data}, _, sink) => sink.write((Array.isArray(data) ? data : [data]).map(toLine).join('')),
};

export async function countLines(lines: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of lines) total += takeLines(chunk, Number.POSITIVE_INFINITY).count;
  return total;
}

async function printLines(lines: Lines, sink: Sink): Promise<void> {
  for await (const piece of lines) await sink.write(piece);
}

/** Prints lines as an array. If the source fails, the array stays open: half a list must not look complete. */
async function printArray(lines: Lines, sink: Sink): Promise<void> {
  let before = '[\n';
  for await (const piece of lines) {
    if (piece.length === 0) continue;
    const isBytes = typeof piece !== 'string';
    // No byte of a longer character looks like a line end, so each byte may stand for a character here.
    const text = isBytes ? Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1') : piece;
    const isWhole = text.endsWith('\n');
    const items = before + (isWhole ? text.slice(0, -1) : text).replaceAll('\n', ',\n');
    await sink.write(isBytes ? Buffer.from(items, 'latin1') : items);
    before = isWhole ? ',\n' : '';
  }
  await sink.write(before === '[\n' ? '[]\n' : '\n]\n');
}

/** The records of a list, each on its line: as the service sent them, so that long ids keep all their digits, or only the requested fields. */
function linesOf({records, view}: ResultOf<'records'>): Lines {
  const {keep, order, chosen, columns, computed} = view;
  if (!keep && !order && !chosen) return firstLines(records.lines(), view);
  return toLines(
    chosen ? picked(select(records, view, fieldsFor(columns, computed)), view) : select(records, view, undefined),
  );
}

/** The first lines of JSON that arrives in bytes. Asks the source for no more than that takes. */
async function* firstLines(
  lines: AsyncIterable<Uint8Array>,
  {limit, seen}: Pick<View, 'limit' | 'seen'>,
): AsyncGenerator<Uint8Array, void> {
  if (limit === 0) return;
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const chunk of lines) {
    const {end, count} = takeLines(chunk, left);
    yield end < chunk.length ? chunk.subarray(0, end) : chunk;
    seen?.(count);
    left -= count;
    if (left <= 0) return;
  }
}

function takeLines(chunk: Uint8Array, most: number): {end: number; count: number} {
  let count = 0;
  let end = 0;
  for (let at = chunk.indexOf(lineEnd); at >= 0 && count < most; at = chunk.indexOf(lineEnd, end)) {
    end = at + 1;
    count++;
  }
  return {end: count < most ? chunk.length : end, count};
}

const lineEnd = 0x0a;

async function* toLines(batches: Batches): AsyncGenerator<string, void> {
  for await (const batch of batches) yield batch.map(toLine).join('');
}

const toLine = (value: unknown): string => `${JSON.stringify(value ?? null)}\n`;

const toDocument = (value: unknown): string => `${JSON.stringify(value ?? null, null, 2)}\n`;

async function* picked(batches: Batches, view: View): Batches {
  const toRecord = toPicked(view);
  for await (const batch of batches) yield batch.map(toRecord);
}

function toPicked({columns, computed}: Pick<View, 'columns' | 'computed'>): (record: Loose) => Loose {
  const made = computed.filter(({path}) => columns.includes(path));
  const pick = toPicker(columns.filter(path => !computedAt(path, computed)));
  return made.length === 0 ? pick : record => ({...pick(record), ...computedOf(record, made)});
}

const computedOf = (record: Loose, made: readonly Computed[]): Loose =>
  Object.fromEntries(made.map(({path, read}) => [path, read(record)]));

/** A record as it was read, or only the requested fields. Programs get all of it even if people see a short sheet. */
const recordValue = ({record, fields}: ResultOf<'record'>): object =>
  fields?.chosen ? toPicked(fields)(record as Loose) : record;

const doneValue = ({done, failed, absent, sum, mailAgain, skipped}: ResultOf<'done'>): DoneDocument => ({
  done,
  failed: failed.map(({id, error: {code, message}}) => ({id, error: {code, message}})),
  ...(absent === undefined ? {} : {absent}),
  ...(sum && {sum}),
  ...(skipped && {skipped}),
  ...(mailAgain && {mail_again: mailAgain}),
});
