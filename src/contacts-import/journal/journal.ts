import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {ConfigError, PartialError, PreflightError} from '../../errors.js';
import {makeFolder} from '../../system/folder.js';
import {
  createJournalFile,
  type JournalFile,
  readJournalFile,
  reopenJournalFile,
  type Write,
} from '../../system/journal-file.js';
import {requireKnownVersion} from '../../system/kept-file.js';
import type {Header, JournalRecord} from './journal-record.js';

export type Journal = JournalFile<JournalRecord> & {
  readonly id: string;
  /** The journal's folder, which may also contain a copy of standard input. */
  readonly folder: string;
};

/** Creates the journal of a new import. Fails before anything was sent. */
export function createJournal(folder: string, header: Header, write?: Write): Journal {
  makeFolder(folder);
  try {
    const file = createJournalFile<JournalRecord>(journalPath(folder), header, write);
    return over(file, folder, {id: header.id, verb: 'resume'});
  } catch (cause) {
    throw new PreflightError(`Nothing was sent: emk cannot write the journal ${journalPath(folder)}.`, {
      cause,
      hint: 'Free some space on that disk, then start again.',
    });
  }
}

/** Opens the journal of an earlier run to add records. */
export function reopenJournal(folder: string, verb: 'resume' | 'undo' = 'resume', write?: Write): Journal {
  const {id} = headerOf(folder, readJournal(folder).records);
  return over(reopenJournalFile(journalPath(folder), write), folder, {id, verb});
}

/** Reads the complete records of a journal. */
export function readJournal(folder: string): {readonly records: readonly JournalRecord[]} {
  const {damaged, ...contents} = readJournalFile<JournalRecord>(journalPath(folder));
  if (damaged === undefined) return contents;
  throw new ConfigError(`Line ${damaged} of the journal ${journalPath(folder)} is damaged.`, {
    hint: 'Start a new import. emk skips people who are already on the list.',
  });
}

/** The first record, which the others depend on. */
export function headerOf(folder: string, records: readonly JournalRecord[]): Header {
  const [header] = records;
  if (header?.kind === 'header') {
    requireKnownVersion(header, `The journal ${journalPath(folder)}`, {
      or: `Or move ${folder}: then you cannot resume or undo that import.`,
    });
    return header;
  }
  throw new ConfigError(`The journal ${journalPath(folder)} is incomplete.`, {
    hint: 'It stopped before it sent anything. Start a new import.',
  });
}

export const hasJournal = (folder: string): boolean => existsSync(journalPath(folder));

export const journalPath = (folder: string): string => join(folder, 'journal.jsonl');

function over(
  file: JournalFile<JournalRecord>,
  folder: string,
  {id, verb}: {readonly id: string; readonly verb: string},
): Journal {
  return {
    ...file,
    id,
    folder,
    append(record, when) {
      try {
        file.append(record, when);
      } catch (cause) {
        throw new PartialError(`Nothing more was sent: emk cannot write the journal ${journalPath(folder)}.`, {
          cause,
          hint: `Free some space on that disk, then run: emk contacts import ${verb} ${id}`,
        });
      }
    },
  };
}
