/** What emk deletes is kept: one private file for each deletion, with one record a line below its account. */
import {closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Loose} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import {maskSecrets} from '../api/wire/secrets.js';
import type {Context} from '../commands/command.js';
import {type Keeping, type KeptKind, keptKinds} from '../commands/keeping/keeping.js';
import {ConfigError, UsageError} from '../core/errors.js';
import {stateFolder} from '../core/own-files/folders.js';
import {linesOf} from '../core/own-files/strike.js';
import {codeOf, makeFolder, requireFile} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {requireKnownVersion} from '../core/system/kept-file.js';
import {DAY} from '../core/words/calendar.js';
import {isObject, jsonOrNothing} from '../core/words/values.js';
import {targetOf} from './target.js';

const keptFolder = (host: Host): string => join(stateFolder(host), 'deleted');

/** Where undos note what they have made of each copy. */
export const restoredFolder = (host: Host): string => join(stateFolder(host), 'restored');

/** The names of the kept files, oldest first: the day of the deletion and a number. */
export function keptNames(host: Host): string[] {
  const folder = keptFolder(host);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap(file => /^(\d{4}-\d\d-\d\d-\d+)\.jsonl$/.exec(file)?.[1] ?? [])
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}));
}

export const keptPath = (host: Host, name: string): string => join(keptFolder(host), `${name}.jsonl`);

/** Opens a file for records that are about to be deleted, with their account, and deletes old kept files. */
export function openKeeping(host: Host, account: Account, {days}: {readonly days: number}): Keeping {
  return telling(() => {
    makeFolder(keptFolder(host));
    forgetExpired(host, days);
    const {name, file} = newFile(host);
    const path = keptPath(host, name);
    const kinds = new Set<KeptKind>();
    const unsaid = maskSecrets([account.publicKey, account.secretKey]);
    const write = (lines: readonly object[], mask = (text: string): string => text): void =>
      telling(() => {
        const bytes = Buffer.from(lines.map(line => `${mask(JSON.stringify(line))}\n`).join(''));
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      });
    const drop = (): void => {
      closeSync(file);
      rmSync(path, {force: true});
    };
    write([{version: 1, deleted: host.now().toISOString(), ...targetOf(account)}]);
    return {
      add(kind, records) {
        if (records.length > 0) kinds.add(kind);
        // A service may echo a key in its records, and a key is in no file but its own.
        write(
          records.map(record => ({kind, record})),
          unsaid,
        );
      },
      noteLastRow: (kind, row) => write([{last_row: {[kind]: row}}]),
      finish() {
        if (kinds.size === 0) {
          drop();
          return undefined;
        }
        telling(() => fsyncSync(file));
        closeSync(file);
        return {name, kinds};
      },
      drop,
    };
  });
}

/** Creates a file with the first free number of the day, because another emk may delete something at that moment. */
function newFile(host: Host): {readonly name: string; readonly file: number} {
  const day = host.now().toISOString().slice(0, 10);
  const last = keptNames(host).findLast(name => name.startsWith(day));
  for (let at = Number(last?.slice(day.length + 1) ?? 0) + 1; ; at++) {
    const name = `${day}-${at}`;
    try {
      return {name, file: openSync(keptPath(host, name), 'wx', 0o600)};
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function forgetExpired(host: Host, days: number): void {
  const oldest = new Date(host.now().getTime() - days * DAY).toISOString().slice(0, 10);
  for (const folder of [keptFolder(host), restoredFolder(host)]) {
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (/^\d{4}-\d\d-\d\d-/.test(name) && name < oldest) rmSync(join(folder, name), {recursive: true, force: true});
  }
}

function telling<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!/^E[A-Z]+$/.test(codeOf(error))) throw error;
    throw new ConfigError(`emk could not write a copy of what it deletes: ${(error as Error).message}`, {
      hint: 'Nothing was deleted. Make room there, or delete without a copy: emk config set keep-deleted 0',
      cause: error,
    });
  }
}

type KeptRecord = {readonly kind: KeptKind; readonly record: Loose};

/** The first line of a kept file. */
type KeptHeader = {readonly deleted: string; readonly origin: string; readonly key: string};

/** A record, or the highest rows of lists when the file was written: later rows are newer. */
type KeptLine = KeptRecord | {readonly last_row: Loose};

/** Reads the lines of a kept file, after checking that its records were deleted in this account. */
export async function* readKeptLines(context: Context, path: string): AsyncGenerator<KeptLine> {
  const {origin, key} = targetOf(await context.account());
  let header: KeptHeader | undefined;
  for await (const line of objectsIn(path)) {
    const {kind, record, last_row} = line;
    if (!header) {
      header = headerIn(line, path);
      if (header.origin !== origin || header.key !== key) throw ofAnotherAccount(path, header);
    } else if (isObject(last_row)) yield {last_row};
    else if (isObject(record)) {
      if (!isKind(kind)) throw unknownKind(path, kind);
      yield {kind, record};
    }
  }
}

/** The records of a kept file, one by one. */
export async function* readKeptDeletion(context: Context, path: string): AsyncGenerator<KeptRecord> {
  for await (const line of readKeptLines(context, path)) if ('record' in line) yield line;
}

/** The deleted records of this account in every copy that is kept, without contacts. */
export async function* readEveryCopy({host, account}: Context): AsyncGenerator<KeptRecord & {readonly copy: string}> {
  const {origin, key} = targetOf(await account());
  for (const name of keptNames(host)) {
    let isOurs: boolean | undefined;
    for await (const line of objectsIn(keptPath(host, name), text => !text.startsWith(CONTACT))) {
      const {kind, record} = line;
      isOurs ??= line['origin'] === origin && line['key'] === key;
      if (!isOurs) break;
      if (isKind(kind) && isObject(record)) yield {copy: name, kind, record};
    }
  }
}

/** How a line with a contact begins. Contacts are most of a copy, and reading a line costs more than skipping it. */
const CONTACT = '{"kind":"contacts"';

/** When a copy was made, and how many records of each kind it has, with the first of them. */
export type KeptSummary = {
  readonly deleted: string;
  readonly kinds: ReadonlyMap<KeptKind, {readonly count: number; readonly first: Loose}>;
};

/** What a copy of this account holds; undefined for another account's, and for one that a kill left without a beginning. */
export async function summaryOf({host, account}: Context, name: string): Promise<KeptSummary | undefined> {
  const {origin, key} = targetOf(await account());
  const path = keptPath(host, name);
  const kinds = new Map<KeptKind, {readonly count: number; readonly first: Loose}>();
  let header: KeptHeader | undefined;
  for await (const line of objectsIn(path)) {
    header ??= headerIn(line, path);
    if (header.origin !== origin || header.key !== key) return undefined;
    const {kind, record} = line;
    if (!isKind(kind)) continue;
    const {count = 0, first = (record ?? {}) as Loose} = kinds.get(kind) ?? {};
    kinds.set(kind, {count: count + 1, first});
  }
  return header && {deleted: header.deleted, kinds};
}

function headerIn(line: Loose, path: string): KeptHeader {
  if (typeof line['origin'] !== 'string' || typeof line['deleted'] !== 'string')
    throw new UsageError(`${path} is not a copy of a deletion.`, {hint: 'To see what there is: emk undo --list'});
  requireKnownVersion(line, `The copy ${path}`, {
    or: 'You can also read it yourself: it is JSON, one record per line.',
  });
  return line as KeptHeader & Loose;
}

/** The lines that are objects: a kill may have cut off the last one, before anything was deleted. */
async function* objectsIn(path: string, isWanted = (_text: string) => true): AsyncGenerator<Loose> {
  await requireFile(path, path);
  for await (const text of linesOf(path)) {
    const line = isWanted(text) ? jsonOrNothing(text) : undefined;
    if (isObject(line)) yield line;
  }
}

const isKind = (kind: unknown): kind is KeptKind => keptKinds.some(each => each === kind);

const ofAnotherAccount = (path: string, {origin}: KeptHeader): UsageError =>
  new UsageError(`${basename(path)} was deleted in another account (${origin}).`, {
    hint: 'Nothing was changed. Choose that account with --profile.',
  });

const unknownKind = (path: string, kind: unknown): ConfigError =>
  new ConfigError(`The copy ${path} holds records of a kind that this emk does not know: ${JSON.stringify(kind)}.`, {
    hint: 'Nothing was changed. Update emk, then run the same line again.',
  });
