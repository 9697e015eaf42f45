import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import {ConfigError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {fileInside, placeInside} from '../../system/inside-folder.js';
import {takeLock} from '../../system/lock.js';
import {createJournal, type Journal, readJournal, reopenJournal} from '../../work/journal.js';
import {type Begun, VERSION, type WorkRecord} from '../../work/record.js';
import {newState, stepOf, takeIn} from '../../work/state.js';
import {
  changingLockFile,
  type Id,
  LOCK_FILE,
  type LockFile,
  lockedAccount,
  lockText,
  type Made,
  readLockFile,
  replaceLockFile,
  withAccount,
} from '../folder/made.js';
import {afterRecord} from './after-record.js';

/** What applies of a folder have made, written down before and after each request. */
export type ApplyJournal = Pick<Journal, 'begin' | 'answer' | 'note'> & {
  readonly made: Made;
  /** Creations of an interrupted run whose outcome is unknown. */
  readonly doubts: readonly Doubt[];
  /** Writes the lock file with the current ids, and deletes the journal unless something in it is open. */
  finish(ids: ReadonlyMap<string, ReadonlyMap<string, Id>>): Promise<void>;
};

/** A creation in doubt: what it made has a higher row than all records before. */
export type Doubt = Begun & {readonly since: NonNullable<Begun['since']>};

/** Lets `work` change an account, one process at a time, with a journal beside the files that survives a kill. */
export async function withApplyJournal<T>(
  host: Host,
  folder: string,
  target: Target,
  work: (journal: ApplyJournal) => Promise<T>,
): Promise<T> {
  const release = await tellingFileTrouble(async () =>
    takeLock(host, await placeInside(folder, '.emk-apply.lock'), `the account's files in ${folder}`),
  );
  try {
    const lock = await readLockFile(folder);
    await fileInside(folder, JOURNAL);
    return await work(createApplyJournal({host, folder, target, lock, earlier: earlierRecords(folder, target)}));
  } finally {
    release();
  }
}

type Parts = {
  readonly host: Host;
  readonly folder: string;
  readonly target: Target;
  readonly lock: LockFile;
  /** The records of interrupted work. */
  readonly earlier: readonly WorkRecord[];
};

function createApplyJournal({host, folder, target, lock, earlier}: Parts): ApplyJournal {
  const played = play(lockedAccount(lock, target).made, earlier);
  const {state, seen} = played;
  let file: Journal | undefined;
  // The file is there from the first step on.
  const open = (): Journal => {
    const header = {kind: 'header', version: VERSION, way: 'account apply', ...target} as const;
    file ??=
      earlier.length > 0 ? reopenJournal(placeIn(folder), {seen}) : createJournal(placeIn(folder), header, {seen});
    return file;
  };
  const doubts = () => [...state.open.values()].filter((step): step is Doubt => step.since !== undefined);
  return {
    get made() {
      return played.made;
    },
    get doubts() {
      return doubts();
    },
    begin: (...step) => open().begin(...step),
    answer: (...answer) => open().answer(...answer),
    note: record => open().note(record),
    async finish(ids) {
      const isUntouched = file === undefined && earlier.length === 0;
      file?.close();
      file = undefined;
      if (isUntouched && !existsSync(join(folder, LOCK_FILE))) return;
      // A pull may have written the lock file meanwhile.
      await changingLockFile(host, folder, async now => {
        const next = withAccount(now, target, {
          ...lockedAccount(now, target),
          ids: new Map([...lockedAccount(now, target).ids, ...ids]),
          made: played.made,
        });
        if (lockText(next) !== lockText(now)) await replaceLockFile(folder, next);
      });
      if (doubts().length === 0) rmSync(join(folder, JOURNAL), {force: true});
    },
  };
}

/** What was made, as the records of a journal tell it one after another. */
function play(before: Made, records: readonly WorkRecord[]) {
  const state = newState();
  const played = {
    made: before,
    state,
    seen(record: WorkRecord): void {
      played.made = afterRecord(played.made, record, step => stepOf(state, step));
      takeIn(state, record);
    },
  };
  for (const record of records) played.seen(record);
  return played;
}

/** The records of interrupted work; none if there was no such work, or if it was killed before its first. */
function earlierRecords(folder: string, target: Target): readonly WorkRecord[] {
  const {header, records} = readJournal(placeIn(folder));
  if (header === undefined) rmSync(join(folder, JOURNAL), {force: true});
  else if (header.origin !== target.origin || header.key !== target.key) {
    throw new ConfigError('An apply of this folder to another account stopped half-way.', {
      hint: 'Apply it to that account first: emk looks what happened there, and continues.',
    });
  }
  return records;
}

const placeIn = (folder: string) => ({
  path: join(folder, JOURNAL),
  again: 'run the same line again.',
  or: 'Or look at the account, then delete that file. emk then treats what that run created as if it was there before.',
  ifDamaged: 'Look at the account, then delete that file. emk then no longer knows what that run created.',
});

const JOURNAL = '.emk-apply.jsonl';
