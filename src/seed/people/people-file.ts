import {createWriteStream} from 'node:fs';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {csvLines} from '../../csv/bytes/write-lines.js';
import type {PeopleOfType} from './rows.js';

/** Writes people into a CSV file for an import, some at a time. */
export async function writePeople(path: string, {columns, rows}: PeopleOfType): Promise<void> {
  await pipeline(Readable.from(linesOf(columns, rows())), createWriteStream(path, {mode: 0o600}));
}

function* linesOf(columns: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  const toLines = csvLines({raw: false});
  let batch: string[][] = [[...columns]];
  for (const row of rows) {
    batch.push([...row]);
    if (batch.length < AT_ONCE) continue;
    yield toLines(batch);
    batch = [];
  }
  if (batch.length > 0) yield toLines(batch);
}

const AT_ONCE = 100;
