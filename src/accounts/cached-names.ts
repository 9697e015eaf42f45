import {readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Noun} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import {cacheFolder} from '../core/own-files/folders.js';
import {makeFolder} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {isKnownVersion, readKept, readOwnFile, writeKept} from '../core/system/kept-file.js';
import {isObject} from '../core/words/values.js';
import {fileNameOf} from './target.js';

/** A record as completion knows it. */
export type CachedName = readonly [id: string, name: string];

/** The parts of an account that tell its names from those of another account. */
export type NamesOwner = Pick<Account, 'source' | 'baseUrl' | 'publicKey'>;

/** How many names of one list are kept: more than anybody looks through, and few enough to read at each Tab. */
export const MOST_NAMES = 2000;

/** The word for a list of names: `lists`. */
export const listWord = ({many, command = many.replaceAll(' ', '-')}: Noun): string => command;

/** The word for those of them that wait to go out. */
export const waitingOf = (list: string): string => `${list}-waiting`;

/** The saved names of a list. A file that is missing, damaged, too long or of an unknown format counts as empty. */
export function readNames(host: Host, owner: NamesOwner, list: string): readonly CachedName[] {
  try {
    const path = fileOf(host, owner, list);
    const {size} = statSync(path);
    const found: unknown = size > MOST_BYTES ? [] : JSON.parse(readOwnFile(path).toString());
    // The first format had the names alone.
    const names = isObject(found) && isKnownVersion(found) ? found['names'] : found;
    return Array.isArray(names) ? names.filter(isCachedName).slice(0, MOST_NAMES) : [];
  } catch {
    return [];
  }
}

/** Saves the names of a list for completion. A failure to save them is ignored. */
export function keepNames(host: Host, owner: NamesOwner, list: string, names: readonly CachedName[]): void {
  try {
    const path = fileOf(host, owner, list);
    const kept = names.filter(isCachedName).slice(0, MOST_NAMES);
    const text = JSON.stringify({version: 1, names: kept});
    if (JSON.stringify(readKept(path)) === text) return;
    makeFolder(accountCache(host, owner));
    writeKept(host, path, text);
    forgetOldest(host);
  } catch {
    // Completion then offers fewer.
  }
}

export function forgetNames(host: Host, owner?: NamesOwner): void {
  try {
    rmSync(owner === undefined ? allIn(host) : accountCache(host, owner), {recursive: true, force: true});
  } catch {
    // The folder is missing, or this user may not remove it.
  }
}

/** Deletes the oldest names: accounts that were used once, as in tests, would stay forever. */
function forgetOldest(host: Host): void {
  const accounts = readdirSync(allIn(host));
  if (accounts.length <= MOST_ACCOUNTS) return;
  const used = accounts.map(name => ({name, at: statSync(join(allIn(host), name)).mtimeMs}));
  for (const {name} of used.sort((one, other) => other.at - one.at).slice(MOST_ACCOUNTS))
    rmSync(join(allIn(host), name), {recursive: true, force: true});
}

const MOST_ACCOUNTS = 20;

/** The largest file that emk itself writes: the most names, each of the greatest length. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Whether a value fits a shell's menu: one line, without control characters or marks of text direction. */
const isCachedName = (value: unknown): value is CachedName =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(text => typeof text === 'string' && text !== '' && text.length <= LONGEST && isPrintable(text));

const LONGEST = 200;
const isPrintable = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) || !/[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);

const allIn = (host: Host): string => join(cacheFolder(host), 'names');

/** What is cached of an account. Its name is a hash, so that neither the address nor a key can be read from it. */
const accountCache = (host: Host, owner: NamesOwner): string =>
  join(allIn(host), owner.source === 'sandbox' ? owner.source : fileNameOf(owner));

const fileOf = (host: Host, owner: NamesOwner, list: string): string => join(accountCache(host, owner), `${list}.json`);
