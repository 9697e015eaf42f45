import {closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import type {Account} from '../api/wire/answer.js';
import {maskSecrets} from '../api/wire/secrets.js';
import type {Keeping, KeptKind} from '../commands/keeping/keeping.js';
import {ConfigError} from '../core/errors.js';
import {stateFolder} from '../core/own-files/folders.js';
import {codeOf, makeFolder} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {DAY} from '../core/words/calendar.js';
import {targetOf} from './target.js';

/** Where copies of deleted records are kept: one private file for each deletion. */
const keptFolder = (host: Host): string => join(stateFolder(host), 'deleted');

/** Where restores note what they have made: a folder for each copy. */
export const restoredFolder = (host: Host): string => join(stateFolder(host), 'restored');

/** The names of the kept files, oldest first: the day of the deletion and a number. */
export function keptNames(host: Host): string[] {
  const folder = keptFolder(host);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap(file => NAME.exec(file)?.[1] ?? [])
    .sort((one, other) => one.localeCompare(other, 'en', {numeric: true}));
}

export const keptPath = (host: Host, name: string): string => join(keptFolder(host), `${name}.jsonl`);

const NAME = /^(\d{4}-\d\d-\d\d-\d+)\.jsonl$/;

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
        return {name, path, kinds};
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
