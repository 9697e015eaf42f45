import {randomUUID} from 'node:crypto';
import {closeSync, openSync, readSync, unlinkSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {forEachRecord} from '../../api/answers/record-sources.js';
import {startingOver} from '../../api/answers/start-over.js';
import type {Loose} from '../../api/describe/schema.js';
import {PreflightError} from '../../core/errors.js';
import {codeOf} from '../../core/system/files.js';
import type {Order, SortKey} from './sort.js';

type Sorting = {
  readonly order: Order;
  readonly limit?: number | undefined;
  /** Keeps the fields that are shown. */
  readonly pick?: ((record: Loose) => Loose) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How many characters of JSON it holds in memory. Of a longer list, sorted runs go to the disk. */
  readonly room?: number;
};

/** A record as a line of JSON, which takes half the room of an object, and what it is sorted by. */
type SortRow = {readonly key: SortKey; readonly line: string};

/** Sorts records in little memory, however many they are. */
export async function* sortRecords<T extends Loose>(
  batches: AsyncIterable<readonly T[]>,
  {order, limit = Number.POSITIVE_INFINITY, pick, signal, room = ROOM}: Sorting,
): AsyncGenerator<readonly T[], void> {
  let rows: SortRow[] = [];
  let held = 0;
  let file: number | undefined;
  let written = 0;
  let runs: SortedPart[] = [];
  const sorted = (): readonly SortRow[] =>
    rows.sort((one, other) => order.compare(one.key, other.key)).slice(0, Math.min(limit, rows.length));
  const toDisk = (): void => {
    file ??= openNameless();
    const from = written;
    written += append(file, sorted());
    runs.push({from, to: written});
    [rows, held] = [[], 0];
  };
  try {
    await startingOver(async () => {
      [rows, held, runs] = [[], 0, []];
      await forEachRecord(batches, record => {
        const row = {key: order.keyOf(record), line: `${JSON.stringify(pick ? pick(record) : record)}\n`};
        if (rows.length > 0 && held + row.line.length + KEY > room) toDisk();
        rows.push(row);
        held += row.line.length + KEY;
      });
    });
    if (runs.length > 0) toDisk();
    yield* inBatches<T>(
      file !== undefined && runs.length > 0 ? merged(file, runs, order) : sorted().map(({line}) => line),
      limit,
      signal,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A fraction of what a process with a long list takes anyway. */
const ROOM = 16 * 1024 * 1024;
/** What the key of a row takes in memory, about. */
const KEY = 200;
const BATCH = 100;

async function* inBatches<T>(
  lines: Iterable<string>,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly T[], void> {
  let batch: T[] = [];
  let left = limit;
  for (const line of lines) {
    if (left-- <= 0) break;
    batch.push(JSON.parse(line));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
    // Nothing else here waits, so without a pause nobody would notice Ctrl-C.
    await setImmediate(undefined, signal ? {signal} : {});
  }
  if (batch.length > 0) yield batch;
}

type SortedPart = {readonly from: number; readonly to: number};

/** The lines of all runs in their order. Among equals, those of an earlier run come first. */
function* merged(file: number, runs: readonly SortedPart[], {keyOf, compare}: Order): Generator<string, void> {
  const sources = runs.map(run => linesIn(file, run));
  const next = (source: Generator<string, void>): Array<SortRow & {source: Generator<string, void>}> => {
    const {value: line} = source.next();
    return line ? [{line, key: keyOf(JSON.parse(line)), source}] : [];
  };
  let heads = sources.flatMap(next);
  while (heads.length > 0) {
    const first = heads.reduce((least, head) => (compare(head.key, least.key) < 0 ? head : least));
    yield first.line;
    heads = heads.flatMap(head => (head === first ? next(first.source) : [head]));
  }
}

function* linesIn(file: number, {from, to}: SortedPart): Generator<string, void> {
  let begun = Buffer.alloc(0);
  for (let at = from; at < to; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, to - at));
    const read = readSync(file, piece, 0, piece.length, at);
    if (read === 0) throw new Error('A temporary file of emk was cut short.');
    at += read;
    const held = Buffer.concat([begun, piece.subarray(0, read)]);
    const end = held.lastIndexOf('\n') + 1;
    if (end > 0) yield* held.toString('utf8', 0, end - 1).split('\n');
    begun = held.subarray(end);
  }
}

const PIECE = 256 * 1024;

/**
 * Opens a file in the temporary folder and deletes its name at once. Nobody else can open it, and the system deletes it
 * when this process ends, even by a kill.
 */
const openNameless = (): number =>
  tellingTrouble(() => {
    const path = join(tmpdir(), `emk-${randomUUID()}`);
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  });

/** Writes rows at the end of a file, and returns how many bytes they have. */
function append(file: number, rows: readonly SortRow[]): number {
  let size = 0;
  for (let first = 0; first < rows.length; first += BATCH) {
    const bytes = Buffer.from(
      rows
        .slice(first, first + BATCH)
        .map(({line}) => line)
        .join(''),
    );
    for (let at = 0; at < bytes.length; ) at += tellingTrouble(() => writeSync(file, bytes, at));
    size += bytes.length;
  }
  return size;
}

function tellingTrouble<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(cause));
    throw new PreflightError(`${tmpdir()} ${isFull ? 'is full' : 'cannot be written to'}, and emk needs room there.`, {
      hint: 'Name another folder in the variable TMPDIR (TEMP on Windows), such as TMPDIR=. for the folder you are in.',
      cause,
    });
  }
}
