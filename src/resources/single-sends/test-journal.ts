import {createHash} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../../accounts/folders.js';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {makeFolder} from '../../system/folder.js';
import {readKept, requireKnownVersion} from '../../system/kept-file.js';
import {takeLock} from '../../system/lock.js';
import {writeWhole} from '../../system/whole-file.js';

/**
 * An unfinished test in this machine's journal. The account does not show what a killed test has mailed and deleted.
 */
export type OpenTest = {
  readonly run: string;
  readonly name: string;
  readonly addresses: readonly string[];
  readonly keeps: boolean;
  readonly mail: 'not sent' | 'maybe sent' | 'sent';
};

export type TestJournal = {
  readonly cutShort: OpenTest | undefined;
  write(test: OpenTest): Promise<void>;
  /** The next test needs no information from this one. */
  end(): void;
};

/** Does something with the journal of tests while no other emk on this machine runs one in this account. */
export async function withTestJournal<T>(context: Context, work: (journal: TestJournal) => Promise<T>): Promise<T> {
  const {host, globals} = context;
  const {origin, key} = targetOf(await context.account());
  const name = createHash('sha256')
    .update(JSON.stringify([origin, key]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(stateFolder(host), 'tests');
  const path = join(folder, `${name}.json`);
  if (globals.dryRun) return work({cutShort: read(path), write: async () => {}, end: () => {}});
  makeFolder(folder);
  const release = await takeLock(host, join(folder, `${name}.lock`), 'a test in this account');
  try {
    return await work({
      cutShort: read(path),
      write: async test => {
        await writeWhole(path, [`${JSON.stringify({version: 1, ...test})}\n`]);
      },
      end: () => rmSync(path, {force: true}),
    });
  } finally {
    release();
  }
}

function read(path: string): OpenTest | undefined {
  const found = readKept(path);
  if (found === undefined) return undefined;
  requireKnownVersion(found, `The note ${path} of an interrupted test`, {
    or: 'Or delete what that test left in the account, then that file.',
  });
  const {version: _, ...test} = found as OpenTest & {readonly version?: unknown};
  return typeof test.run === 'string' ? test : undefined;
}
