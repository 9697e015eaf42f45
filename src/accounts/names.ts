/** The names of an account's records, kept on this machine for completion. People's addresses are never kept. */

import {rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {RecordSource} from '../api/answers/records.js';
import type {Stream} from '../api/client/client.js';
import type {Loose, Noun, Reference, Source} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import {cacheFolder} from '../core/own-files/folders.js';
import {makeFolder} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {readKept, writeKept} from '../core/system/kept-file.js';
import {shortHash} from '../csv/bytes/hash-text.js';
import {isNotDeleted} from '../records/fields/path.js';
import {originOf} from './key.js';
import type {Config} from './store.js';

/** A record as completion knows it. */
export type CachedName = readonly [id: string, name: string];

/** The parts of an account that tell its names from those of another account. */
type NamesOwner = Pick<Account, 'source' | 'baseUrl' | 'publicKey'>;

/** How many names of one list are kept: more than anybody looks through, and few enough to read at each Tab. */
export const MOST_NAMES = 2000;

/** The word for a list of names: `lists`. */
export const listWord = ({many, command = many.replaceAll(' ', '-')}: Noun): string => command;

/** The saved names of a list. A file that is missing or damaged counts as empty. */
export function readNames(host: Host, owner: NamesOwner, list: string): readonly CachedName[] {
  const {names} = readKept(fileOf(host, owner, list)) ?? {};
  return Array.isArray(names) ? names : [];
}

/** Saves the names of a list for completion. A failure to save them is ignored: completion then offers fewer. */
export function keepNames(host: Host, owner: NamesOwner, list: string, names: readonly CachedName[]): void {
  try {
    const path = fileOf(host, owner, list);
    const text = JSON.stringify({version: 1, names: names.filter(isCachedName).slice(0, MOST_NAMES)});
    if (JSON.stringify(readKept(path)) === text) return;
    makeFolder(dirname(path));
    writeKept(host, path, text);
  } catch {}
}

/** Forgets the names of one account, or of all. */
export function forgetNames(host: Host, owner?: NamesOwner): void {
  try {
    rmSync(folderOf(host, owner), {recursive: true, force: true});
  } catch {
    // This user may not remove it.
  }
}

/** Whether a value fits a shell's menu: one line, without control characters or marks of text direction. */
const isCachedName = (value: unknown): value is CachedName =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every(text => typeof text === 'string' && text !== '' && text.length <= 200 && isPrintable(text));

const isPrintable = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) || !/[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);

/** What is kept of an account. Its name is a hash, so that neither the address nor a key can be read from it. */
const folderOf = (host: Host, owner?: NamesOwner): string =>
  join(cacheFolder(host), 'names', ...(owner ? [owner.source === 'sandbox' ? owner.source : fileNameOf(owner)] : []));

/** An account as the name of a folder, from which neither its address nor its key can be read. */
function fileNameOf({baseUrl, publicKey}: NamesOwner): string {
  // A hash of node:crypto would take a twelfth of a short command's time.
  const origin = originOf(baseUrl);
  const halves = [`${origin}\n${publicKey}`, `${publicKey}\n${origin}`];
  return halves.map(text => shortHash(text).toString(16).padStart(8, '0')).join('');
}

const fileOf = (host: Host, owner: NamesOwner, list: string): string => join(folderOf(host, owner), `${list}.json`);

/** The account that a line would work on. It never fails, because the line may still be incomplete. */
export function accountOfLine(
  line: readonly string[],
  {env}: Pick<Host, 'env'>,
  config: Config,
): NamesOwner | undefined {
  if (line.includes('--sandbox')) return {source: 'sandbox', baseUrl: '', publicKey: ''};
  const {EMK_BASE_URL: baseUrl, EMK_PUBLIC_KEY: publicKey} = env;
  if (publicKey) return baseUrl ? {source: 'environment', baseUrl, publicKey} : undefined;
  const profileName = given('--profile', line) ?? (env['EMK_PROFILE'] || config.current);
  const profile = profileName === undefined ? undefined : config.profiles.get(profileName);
  return profile && {source: 'profile', baseUrl: profile.baseUrl, publicKey: profile.publicKey};
}

function given(option: string, line: readonly string[]): string | undefined {
  const at = line.indexOf(option);
  return at >= 0 ? line[at + 1] : line.find(word => word.startsWith(`${option}=`))?.slice(option.length + 1);
}

// ── Taking notes ────────────────────────────────────────────────────────────

/** The lists whose names are kept. */
export const cachedLists: {readonly [list: string]: Reference} = {
  'GET /contacts-type': () => import('../endpoints/lists.js'),
  'GET /custom-fields': () => import('../endpoints/fields.js'),
  'GET /segment/list': () => import('../endpoints/segments.js'),
  'GET /unsubscribes-groups': () => import('../endpoints/groups.js'),
  'GET /senders': () => import('../endpoints/senders.js'),
  'GET /get-design/template': () => import('../endpoints/templates.js'),
  'GET /single-send/list': () => import('../endpoints/mailings.js'),
  'GET /automations': () => import('../endpoints/automations.js'),
  'GET /get/country-state-city countries': () => import('../endpoints/locations.js'),
};

type NamingRun = {
  readonly host: Host;
  account(): Promise<Account>;
  /** Whether a name may be saved: a name that contains a key must not. */
  mayKeep(name: string): boolean;
};

/** Makes lists that people see save their names once they are read to the end. Lines for programs pass unread. */
export const cachingNames =
  (stream: Stream, run: NamingRun): Stream =>
  (operation, input, key) => {
    const records = stream(operation, input, key);
    const from = cachedLists[key === undefined ? operation.route : `${operation.route} ${key}`];
    if (from === undefined) return records;
    return {[Symbol.asyncIterator]: () => passing(records, from, run), lines: () => records.lines()};
  };

/** Notes names as records pass: keeping whole records would need the memory of a list of whole templates. */
async function* passing<T extends Loose>(
  records: RecordSource<T>,
  from: Reference,
  {host, account, mayKeep}: NamingRun,
): AsyncGenerator<readonly T[], void> {
  const {default: source} = await from();
  const names: CachedName[] = [];
  for await (const batch of records) {
    for (const record of batch.slice(0, MOST_NAMES - names.length))
      names.push(...namesOf(record, source).filter(([, name]) => mayKeep(name)));
    yield batch;
  }
  keepNames(host, await account(), listWord(source.noun), names);
}

const namesOf = (record: Loose, {key, label, labels = []}: Source): CachedName[] =>
  isNotDeleted(record) ? [label, ...labels].map(field => [wordIn(record[key]), wordIn(record[field]).trim()]) : [];

/** A value as a name. Names are a side effect, so a value that is not text must not break the list. */
const wordIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
