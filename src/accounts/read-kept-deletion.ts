import {createReadStream} from 'node:fs';
import {basename} from 'node:path';
import {createInterface} from 'node:readline';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {type KeptKind, keptKinds} from '../commands/keeping/keeping.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {requireFile} from '../core/system/files.js';
import {requireKnownVersion} from '../core/system/kept-file.js';
import {isObject} from '../core/words/values.js';
import {keptNames, keptPath} from './kept-deletions.js';
import {targetOf} from './target.js';

type KeptRecord = {readonly kind: KeptKind; readonly record: Loose};

/** The first line of a kept file. */
type KeptHeader = {readonly deleted: string; readonly origin: string; readonly key: string};

/** The records of a kept file, one by one. */
export async function* readKeptDeletion(context: Context, path: string): AsyncGenerator<KeptRecord> {
  for await (const line of readKeptLines(context, path)) if ('record' in line) yield line;
}

/** A record, or the highest rows of lists when the file was written: later rows are newer. */
type KeptLine = KeptRecord | {readonly last_row: Loose};

/** Reads the lines of a kept file, after checking that its records were deleted in this account. */
export async function* readKeptLines(context: Context, path: string): AsyncGenerator<KeptLine> {
  const {origin, key} = targetOf(await context.account());
  let header: KeptHeader | undefined;
  for await (const line of linesOf(path)) {
    if (header) {
      const {kind, record, last_row} = line;
      if (isObject(last_row)) yield {last_row};
      if (!isObject(record)) continue;
      if (!isKind(kind)) throw unknownKind(path, kind);
      yield {kind, record};
      continue;
    }
    header = headerIn(line, path);
    if (header.origin === origin && header.key === key) continue;
    throw new UsageError(`${basename(path)} was deleted in another account (${header.origin}).`, {
      hint: 'Nothing was changed. Choose that account with --profile.',
    });
  }
}

/** The deleted records of this account in every copy that is kept, without contacts. */
export async function* readEveryCopy({host, account}: Context): AsyncGenerator<KeptRecord & {readonly copy: string}> {
  const {origin, key} = targetOf(await account());
  for (const name of keptNames(host)) {
    let isOurs: boolean | undefined;
    for await (const line of linesOf(keptPath(host, name), text => !text.startsWith(CONTACT))) {
      const {kind, record} = line;
      isOurs ??= line['origin'] === origin && line['key'] === key;
      if (!isOurs) break;
      if (isKind(kind) && isObject(record)) yield {copy: name, kind, record};
    }
  }
}

/** How a line with a contact begins. Contacts are most of a copy, and reading a line costs more than skipping it. */
const CONTACT = '{"kind":"contacts"';

/** When and where the records of a file were deleted. */
export async function readKeptHeader(path: string): Promise<KeptHeader> {
  for await (const line of linesOf(path)) return headerIn(line, path);
  throw notKept(path);
}

/** The records of a kind in a file: how many, and the first of them. */
export type KeptCount = {readonly count: number; readonly first: Loose};

/** What a file has of each kind. A kill may have cut off the last line, before anything was deleted. */
export async function readKeptKinds(path: string): Promise<ReadonlyMap<KeptKind, KeptCount>> {
  const counts = new Map<KeptKind, KeptCount>();
  for await (const {kind, record} of linesOf(path)) {
    if (!isKind(kind)) continue;
    const {count = 0, first = (record ?? {}) as Loose} = counts.get(kind) ?? {};
    counts.set(kind, {count: count + 1, first});
  }
  return counts;
}

function headerIn(line: Loose, path: string): KeptHeader {
  if (typeof line['origin'] !== 'string' || typeof line['deleted'] !== 'string') throw notKept(path);
  requireKnownVersion(line, `The copy ${path}`, {
    or: 'You can also read it yourself: it is JSON, one record per line.',
  });
  return line as KeptHeader & Loose;
}

async function* linesOf(path: string, isWanted = (_text: string) => true): AsyncGenerator<Loose> {
  await requireFile(path, path).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`emk cannot read the file ${path}.`, {
      hint: 'To see what there is: emk undo --list',
      cause: error,
    });
  });
  const lines = createInterface({input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY});
  for await (const text of lines) {
    const line = isWanted(text) ? parsed(text) : undefined;
    if (line) yield line;
  }
}

function parsed(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Loose) : undefined;
  } catch {
    return undefined;
  }
}

const isKind = (kind: unknown): kind is KeptKind => keptKinds.some(each => each === kind);

const unknownKind = (path: string, kind: unknown): ConfigError =>
  new ConfigError(`The copy ${path} holds records of a kind that this emk does not know: ${JSON.stringify(kind)}.`, {
    hint: 'Nothing was changed. Update emk, then run the same line again.',
  });

const notKept = (path: string): UsageError =>
  new UsageError(`${path} is not a copy of a deletion.`, {hint: 'To see what there is: emk undo --list'});
