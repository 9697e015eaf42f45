import {createHash} from 'node:crypto';
import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Account} from '../api/wire/account.js';
import {stateFolder} from '../own-files/folders.js';
import type {Host} from '../system/host.js';
import {DAY} from '../words/calendar.js';
import {type SameLine, sameLine} from '../work/same-line.js';
import {targetOf} from './target.js';

/** What earlier runs of a line have deleted in this account. The journal's name says the line, and holds no word of it. */
export function lineJournal(host: Host, account: Account, way: string, asked: readonly unknown[]): SameLine {
  const target = targetOf(account);
  const name = createHash('sha256')
    .update(JSON.stringify([target.origin, target.key, way, ...asked]))
    .digest('hex')
    .slice(0, 24);
  const folder = join(stateFolder(host), 'work');
  forgetOld(folder, host.now());
  return sameLine(join(folder, `${name}.jsonl`), {way, ...target});
}

/** Removes journals of lines that nobody has run again for a month. */
function forgetOld(folder: string, now: Date): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    if (now.getTime() - statSync(path).mtimeMs > 30 * DAY) rmSync(path, {force: true});
  }
}
