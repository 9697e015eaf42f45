import {createHash, randomBytes} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {isKnownVersion, readKept} from '../../system/kept-file.js';
import {writeWhole} from '../../system/whole-file.js';
import type {GoodRow} from '../file/contract.js';
import {importsFolder} from '../journal/runs.js';

/** A row that the service did not take: in how many runs, and its reason where it gave one. */
export type Untaken = {readonly times: number; readonly reason: string | null};

/** What is known of rows that the service did not take. A row is known by a hash: no address lies on the disk. */
export type UntakenStore = {
  readonly rows: ReadonlyMap<string, Untaken>;
  hashOf(header: Uint8Array, row: Pick<GoodRow, 'bytes'>): string;
  /** Keeps these rows and no others. */
  save(rows: ReadonlyMap<string, Untaken>): Promise<void>;
};

/** The list that a file is synced into, and the file. */
type FileOfList = Target & {readonly type: number; readonly file: string};

/** After so many runs, a row is no longer sent. */
export const GIVEN_UP = 2;

/** Reads what earlier syncs of a file have noted. A row that was changed since has another hash, so it is new. */
export function readUntaken(host: Host, {origin, key, type, file}: FileOfList): UntakenStore {
  const folder = join(importsFolder(host), 'untaken');
  const name = createHash('sha256')
    .update(JSON.stringify([origin, key, type, file]))
    .digest('hex')
    .slice(0, 20);
  const path = join(folder, `${name}.json`);
  const {salt, rows} = contentsOf(path);
  return {
    rows: new Map(Object.entries(rows)),
    hashOf: (header, {bytes}) =>
      createHash('sha256').update(salt).update(header).update('\n').update(bytes).digest('hex'),
    async save(kept) {
      if (kept.size === 0) return rmSync(path, {force: true});
      makeFolder(folder);
      await writeWhole(path, [`${JSON.stringify({version: 1, salt, rows: Object.fromEntries(kept)})}\n`]);
    },
  };
}

type Contents = {readonly salt: string; readonly rows: Readonly<Record<string, Untaken>>};

/** A file that cannot be read, or is of an unknown format, is as none: its rows are tried again. */
function contentsOf(path: string): Contents {
  const none: Contents = {salt: randomBytes(16).toString('hex'), rows: {}};
  const found = readKept(path);
  const {salt, rows} = found !== undefined && isKnownVersion(found) ? (found as Partial<Contents>) : {};
  return typeof salt === 'string' && typeof rows === 'object' && rows !== null ? {salt, rows} : none;
}
