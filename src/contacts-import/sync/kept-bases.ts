import {randomBytes} from 'node:crypto';
import {readdirSync, realpathSync, rmSync, statSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {targetOf} from '../../accounts/target.js';
import type {Account} from '../../api/wire/account.js';
import {stateFolder} from '../../own-files/folders.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {readOwnFile} from '../../system/kept-file.js';
import {type PeopleKey, peopleKeyOf} from '../../who-left/people-key.js';
import {DAY} from '../../words/calendar.js';
import {tokenIn} from '../file/mark-column.js';
import {type Base, readBase} from './base-file.js';

/** The base of a file, and where it is kept. */
export type KeptBase = {readonly path: string; readonly base: Base};

/** The folder of files that are edited, and of what they said when they went out. */
export function editsFolder(host: Host): string {
  const folder = join(stateFolder(host), 'edits');
  makeFolder(folder);
  return folder;
}

export const newToken = (): string => randomBytes(6).toString('hex');

/** Deletes bases that are too old to come back. */
export function dropOldBases(host: Host): void {
  const folder = editsFolder(host);
  const oldest = host.now().getTime() - KEPT_DAYS * DAY;
  for (const name of basesIn(folder)) {
    if (statSync(join(folder, name)).mtimeMs < oldest) rmSync(join(folder, name), {force: true});
  }
}

export const basePath = (host: Host, token: string): string => join(editsFolder(host), `${token}${ENDING}`);

/** Finds the base of a file by the token in a header, or by its place, if the file is of this account and list. */
export function findBase(
  host: Host,
  account: Account,
  {headers, file, type}: {readonly headers: readonly string[]; readonly file: string; readonly type: number},
): KeptBase | undefined {
  const folder = editsFolder(host);
  const {origin, key} = targetOf(account);
  const people = peopleKeyOf(account);
  const isOurs = ({head}: Base): boolean => head.origin === origin && head.key === key && head.type === type;
  const tokens = headers.flatMap(header => tokenIn(header) ?? []);
  const names = tokens.length > 0 ? tokens.map(token => `${token}${ENDING}`) : latestFirst(folder);
  const place = realPath(file);
  for (const name of names) {
    const path = join(folder, name);
    const base = readIfThere(path, people);
    if (base && isOurs(base) && (tokens.length > 0 || base.head.file === place)) return {path, base};
  }
  return undefined;
}

function readIfThere(path: string, key: PeopleKey): Base | undefined {
  try {
    return readBase(readOwnFile(path), key);
  } catch {
    return undefined;
  }
}

const latestFirst = (folder: string): string[] =>
  basesIn(folder)
    .map(name => ({name, time: statSync(join(folder, name)).mtimeMs}))
    .sort((one, other) => other.time - one.time)
    .map(({name}) => name);

/** The place of a file as the system knows it, so that a link to it is the same place. The file may be missing. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

const basesIn = (folder: string): string[] => readdirSync(folder).filter(name => name.endsWith(ENDING));

const ENDING = '.base';

/** How long a file may be away. */
const KEPT_DAYS = 90;
