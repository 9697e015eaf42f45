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

/** A row that the service did not accept: in how many runs, and the reason if there was one. */
export type Untaken = {readonly times: number; readonly reason: string | null};

/** The rows that the service did not accept, by hash: no address is saved. */
export type UntakenStore = {
  readonly rows: ReadonlyMap<string, Untaken>;
  hashOf(header: Uint8Array, row: Pick<GoodRow, 'bytes'>): string;
  save(rows: ReadonlyMap<string, Untaken>): Promise<void>;
};

type FileOfList = Target & {readonly type: number; readonly file: string};

/** After this many runs, a row is given up. */
export const GIVEN_UP = 2;

/** Reads what earlier syncs of a file have noted. A changed row has another hash, so it counts as new. */
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

/** The content of a file. If nobody can read it, it counts as empty, and the rows are tried again. */
function contentsOf(path: string): Contents {
  const none: Contents = {salt: randomBytes(16).toString('hex'), rows: {}};
  const found = readKept(path);
  const {salt, rows} = found !== undefined && isKnownVersion(found) ? (found as Partial<Contents>) : {};
  return typeof salt === 'string' && typeof rows === 'object' && rows !== null ? {salt, rows} : none;
}
