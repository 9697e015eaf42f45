import {existsSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {isObject} from '../../api/answers/is-object.js';
import type {Context} from '../../commands/command.js';
import {unreadable} from '../../csv/bytes/source-file.js';
import {UsageError} from '../../errors.js';
import {stateFolder} from '../../own-files/folders.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {requireKnownVersion} from '../../system/kept-file.js';
import {writeWhole} from '../../system/whole-file.js';
import type {Checked, CheckOptions} from '../file/contract.js';

type Pairs = CheckOptions['map'];

/** Reads which column fills which field: from the map saved under this name, or from a file. */
export function readColumnMap(host: Host, name: string): Pairs {
  const kept = mapPath(host, name);
  const path = isName(name) && existsSync(kept) ? kept : resolve(host.cwd, name);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (isName(name)) {
      throw new UsageError(`There is no column map or file “${name}”.`, {
        cause,
        hint: 'Save one with --save-map, or name a JSON file: {"E-Mail": "email"}',
      });
    }
    unreadable(path)(cause);
  }
  return pairsIn(text, name, path);
}

/** Saves the map under the name that the line gives it, if it gives one. */
export async function saveNamedMap(
  {host, notice}: Pick<Context, 'host' | 'notice'>,
  {save_map: name}: {readonly save_map?: string | undefined},
  {checked, settings}: {readonly checked: Matched; readonly settings: {readonly map: Pairs}},
): Promise<void> {
  if (name === undefined) return;
  await saveColumnMap(host, name, checked, settings.map);
  notice(`The column map is saved. To use it again, add: --map-file ${name}`);
}

/** Saves which column fills which field, for the next file of the same kind. */
export async function saveColumnMap(host: Host, name: string, checked: Matched, map: Pairs): Promise<void> {
  makeFolder(join(stateFolder(host), 'import-maps'));
  await writeWhole(mapPath(host, name), [asText(checked, map)]);
}

type Matched = Pick<Checked, 'columns'>;

function asText({columns}: Matched, map: Pairs): string {
  const mapped = new Map(map);
  const pairs = columns.flatMap(({header, fields}) => {
    const field = mapped.get(header) ?? (fields.length === 1 ? fields[0] : undefined);
    return header === '' || field === undefined ? [] : [[header, field] as const];
  });
  return `${JSON.stringify({version: 1, columns: Object.fromEntries(pairs)}, null, 2)}\n`;
}

/** A name similar to the wanted one that no other map has. */
export function freeMapName(host: Host, wanted: string, checked: Matched, map: Pairs): string {
  const base = wanted.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 50) || 'map';
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    const path = mapPath(host, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') === asText(checked, map)) return name;
  }
}

/** Throws if a map cannot be saved under this name. */
export function requireMapName(name: string): void {
  if (isName(name)) return;
  throw new UsageError(`A map cannot be called “${name}”.`, {hint: 'Use letters, digits, hyphens and underscores.'});
}

const isName = (name: string): boolean => /^[\p{L}\p{N}_-]{1,60}$/u.test(name);

const mapPath = (host: Host, name: string): string => join(stateFolder(host), 'import-maps', `${name}.json`);

function pairsIn(text: string, name: string, path: string): Pairs {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error below covers every text that is not a map.
  }
  const columns = columnsOf(value, path);
  if (isObject(columns)) {
    const pairs = Object.entries(columns).map(([header, field]) => [header, field] as const);
    if (pairs.every((pair): pair is readonly [string, string] => typeof pair[1] === 'string')) return pairs;
  }
  throw new UsageError(`${name} is not a column map.`, {
    hint: 'A column map is JSON of headers and fields: {"E-Mail": "email"}',
  });
}

/** The columns of a saved map. A map written by a person or an older emk has only the columns. */
function columnsOf(value: unknown, path: string): unknown {
  if (!isObject(value) || !('version' in value) || typeof value['version'] === 'string') return value;
  requireKnownVersion(value, `The map ${path}`, {or: 'Or save the map again with --save-map.'});
  return (value as {readonly columns?: unknown}).columns;
}
