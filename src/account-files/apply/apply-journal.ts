import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import {ConfigError, PartialError, PreflightError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {fileInside, placeInside} from '../../system/inside-folder.js';
import {createJournalFile, type JournalFile, readJournalFile, reopenJournalFile} from '../../system/journal-file.js';
import {requireKnownVersion} from '../../system/kept-file.js';
import {takeLock} from '../../system/lock.js';
import {
  changingLockFile,
  LOCK_FILE,
  type LockFile,
  lockedAccount,
  lockText,
  readLockFile,
  replaceLockFile,
  withAccount,
} from '../folder/lock-file.js';
import type {Id, Made} from '../folder/made-records.js';
import {settleLeftovers} from '../folder/write-folder.js';
import {afterStep, type Doubt, doubtsIn, JOURNAL_VERSION, type Step, stepFromJournal} from './steps.js';

/** What applies of a folder have made, written down before and after each request. */
export type ApplyJournal = {
  readonly made: Made;
  /** Requests of an interrupted run whose outcome is unknown. */
  readonly doubts: readonly Doubt[];
  /** Returns once the step is on disk. */
  note(step: Step): void;
  /** Writes the lock file with the current ids, and deletes the journal unless something in it is open. */
  finish(ids: ReadonlyMap<string, ReadonlyMap<string, Id>>): Promise<void>;
};

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
    await tellingFileTrouble(() => settleLeftovers(host, folder));
    const lock = await readLockFile(folder);
    await fileInside(folder, JOURNAL);
    const {steps, open} = journalIn(folder, target);
    return await work(createApplyJournal({host, folder, target, lock, steps, open}));
  } finally {
    release();
  }
}

type Parts = {
  readonly host: Host;
  readonly folder: string;
  readonly target: Target;
  readonly lock: LockFile;
  readonly steps: readonly Step[];
  readonly open: () => JournalFile<Step>;
};

function createApplyJournal({host, folder, target, lock, steps, open}: Parts): ApplyJournal {
  const before = lockedAccount(lock, target);
  const all = [...steps];
  let made = all.reduce(afterStep, before.made);
  let file: JournalFile<Step> | undefined;
  return {
    get made() {
      return made;
    },
    get doubts() {
      return doubtsIn(all);
    },
    note(step) {
      try {
        file ??= open();
        file.append(step);
      } catch (cause) {
        throw cannotWrite(folder, all.length > 0, cause);
      }
      all.push(step);
      made = afterStep(made, step);
    },
    async finish(ids) {
      file?.close();
      file = undefined;
      if (all.length === 0 && !existsSync(join(folder, LOCK_FILE))) return;
      // A pull may have written the lock file meanwhile, or may have been killed before it could.
      await settleLeftovers(host, folder);
      await changingLockFile(host, folder, async now => {
        const next = withAccount(now, target, {
          ...lockedAccount(now, target),
          ids: new Map([...lockedAccount(now, target).ids, ...ids]),
          made,
        });
        if (lockText(next) !== lockText(now)) await replaceLockFile(folder, next);
      });
      if (doubtsIn(all).length === 0) rmSync(join(folder, JOURNAL), {force: true});
    },
  };
}

/** The journal of interrupted or new work; the file is created with the first step. */
function journalIn(folder: string, target: Target): Pick<Parts, 'steps' | 'open'> {
  const path = join(folder, JOURNAL);
  const {records, damaged} = readJournalFile<Step>(path);
  const [begin] = records;
  if (damaged !== undefined) {
    throw new ConfigError(`Line ${damaged} of ${path} is damaged.`, {
      hint: 'Look at the account, then delete that file. emk then no longer knows what that run created.',
    });
  }
  if (begin === undefined) {
    rmSync(path, {force: true});
    return {steps: [], open: () => createJournalFile<Step>(path, {step: 'begin', version: JOURNAL_VERSION, target})};
  }
  requireKnownVersion(begin, `The journal ${path} of an apply that stopped half-way`, {
    newest: JOURNAL_VERSION,
    or: 'Or look at the account, then delete that file. emk then treats what that run created as if it was there before.',
  });
  if (begin.step !== 'begin' || begin.target.origin !== target.origin || begin.target.key !== target.key) {
    throw new ConfigError('An apply of this folder to another account stopped half-way.', {
      hint: 'Apply it to that account first: emk looks what happened there, and continues.',
    });
  }
  return {steps: records.map(stepFromJournal), open: () => reopenJournalFile<Step>(path)};
}

const JOURNAL = '.emk-apply.jsonl';

const cannotWrite = (folder: string, begun: boolean, cause: unknown): PreflightError | PartialError => {
  const hint = 'Free some space on that disk or allow writing there, then run the same line again.';
  return begun
    ? new PartialError(`emk cannot write the journal in ${folder}, so it sent nothing more.`, {cause, hint})
    : new PreflightError(`emk cannot write the journal in ${folder}, so it sent nothing.`, {cause, hint});
};
