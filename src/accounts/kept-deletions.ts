/** What emk deletes is kept: one private file for each deletion, with one record a line below its account. */

import {closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import type {Loose} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import {maskSecrets} from '../api/wire/secrets.js';
import type {Context} from '../change/context.js';
import {isKeptKind, type Keeping, type KeptKind} from '../change/keeping.js';
import {ConfigError} from '../core/errors.js';
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
    let isEmpty = true;
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
        if (records.length > 0) isEmpty = false;
        // A service may echo a key in its records, and a key is in no file but its own.
        write(
          records.map(record => ({kind, record})),
          unsaid,
        );
      },
      noteLastRow: (kind, row) => write([{last_row: {[kind]: row}}]),
      finish() {
        if (isEmpty) {
          drop();
          return undefined;
        }
        telling(() => fsyncSync(file));
        closeSync(file);
        return name;
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

/** A line of a copy: a record, or the highest rows of lists when it was written. The first says when, and of which account. */
type CopyLine = {
  readonly deleted?: string;
  readonly kind?: string;
  readonly record?: Loose;
  readonly last_row?: Loose;
};

/** The lines of a copy; none of another account's, nor of one that a kill left without a beginning. */
export async function* linesOfCopy({host, account}: Context, name: string): AsyncGenerator<CopyLine> {
  const {origin, key} = targetOf(await account());
  const path = keptPath(host, name);
  await requireFile(path, path);
  let [isFirst, number, unreadable] = [true, 0, 0];
  for await (const text of linesOf(path)) {
    number++;
    // A kill leaves the last line torn, and no other.
    if (unreadable > 0)
      throw new ConfigError(`Line ${unreadable} of ${path} is damaged.`, {
        hint: 'Nothing of it was brought back. Delete that line, and the others can come back.',
      });
    const line = jsonOrNothing(text);
    if (!isObject(line)) {
      unreadable = number;
      continue;
    }
    if (isFirst) {
      requireKnownVersion(line, `The copy ${path}`, 'You can also read it yourself: it is JSON, one record per line.');
      if (line['origin'] !== origin || line['key'] !== key) return;
    }
    isFirst = false;
    yield line as CopyLine;
  }
}

/**
 * When a copy of this account was made, and how many records of each kind it has, with the first of them; undefined for
 * another account's, and for one that was killed before its first line.
 */
export async function summaryOfCopy(context: Context, name: string) {
  const kinds = new Map<KeptKind, {readonly count: number; readonly first: Loose}>();
  let when: string | undefined;
  for await (const {deleted, kind, record = {}} of linesOfCopy(context, name)) {
    when ??= deleted;
    if (!isKeptKind(kind)) continue;
    const {count = 0, first = record} = kinds.get(kind) ?? {};
    kinds.set(kind, {count: count + 1, first});
  }
  return when === undefined ? undefined : {deleted: when, kinds};
}
