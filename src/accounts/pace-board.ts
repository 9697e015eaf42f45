import {statSync} from 'node:fs';
import {join} from 'node:path';
import type {Limits, PaceBoard} from '../api/client/pace.js';
import type {Account} from '../api/wire/account.js';
import {stateFolder} from '../own-files/folders.js';
import {makeFolder} from '../system/folder.js';
import type {Host} from '../system/host.js';
import {isKnownVersion, readOwnFile, writeKept} from '../system/kept-file.js';
import {fileNameOf} from './target.js';

/** The file in which runs of one account share the service's limits: times and no key, written in one step. */
export function paceBoard(host: Host, account: Account): PaceBoard {
  const name = fileNameOf(account);
  // Computed here, where it may fail: the home folder may be unknown.
  const folder = () => join(stateFolder(host), 'pace');
  return {
    read() {
      try {
        const path = join(folder(), `${name}.json`);
        // Most runs find none, twice for each request, and an error takes longer than the look.
        const size = statSync(path, {throwIfNoEntry: false})?.size ?? MOST_BYTES + 1;
        return size > MOST_BYTES ? undefined : toLimits(JSON.parse(readOwnFile(path).toString()));
      } catch {
        return undefined;
      }
    },
    write(limits) {
      try {
        makeFolder(folder());
        writeKept(host, join(folder(), `${name}.json`), JSON.stringify({version: 1, ...limits}));
      } catch {
        // Each run then knows only what the service told it.
      }
    },
  };
}

const MOST_BYTES = 1000;

function toLimits(value: unknown): Limits | undefined {
  if (typeof value !== 'object' || value === null || !isKnownVersion(value)) return undefined;
  const {seen, until, gap, next} = value as Readonly<Record<string, unknown>>;
  return isTime(seen) && isTime(until) && isTime(gap) && isTime(next) ? {seen, until, gap, next} : undefined;
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 8.64e15;
