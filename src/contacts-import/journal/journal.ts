import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {crc32} from 'node:zlib';
import {ConfigError, PartialError, PreflightError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';
import {makeFolder} from '../../system/folder.js';
import type {Header, JournalRecord} from './journal-record.js';

/** A file that survives a kill: it holds each step before the step is taken. */
export type Journal = {
  readonly id: string;
  /** Where the journal lies; a kept copy of standard input lies beside it. */
  readonly folder: string;
  /** Returns once the record is on disk. */
  append(record: JournalRecord): void;
  close(): void;
};

/** Puts bytes at the end of a file and says how many went in. Tests give one that runs out of space. */
export type Write = (file: number, bytes: Uint8Array) => number;

/** Begins the journal of a new import. Fails before anything was sent. */
export function createJournal(folder: string, header: Header, write: Write = writeSync): Journal {
  makeFolder(folder);
  const file = openSync(journalPath(folder), 'wx', 0o600);
  try {
    put(file, header, 0, write);
    syncFolder(folder);
    syncFolder(dirname(folder));
  } catch (cause) {
    closeSync(file);
    throw new PreflightError(`The journal ${journalPath(folder)} cannot be written, so nothing was sent.`, {
      cause,
      hint: 'Free some space on that disk, then start again.',
    });
  }
  return over(file, folder, {id: header.id, verb: 'resume'}, write, Buffer.byteLength(toLine(header)));
}

/** Opens the journal of an earlier run for more records, and drops a last line that a kill cut short. */
export function reopenJournal(folder: string, verb: 'resume' | 'undo' = 'resume', write: Write = writeSync): Journal {
  const {records, length} = readJournal(folder);
  const file = openSync(journalPath(folder), 'a+');
  ftruncateSync(file, length);
  return over(file, folder, {id: headerOf(folder, records).id, verb}, write, length);
}

/** Reads a journal: its whole records, and where they end. */
export function readJournal(folder: string): {readonly records: readonly JournalRecord[]; readonly length: number} {
  const bytes = readFileSync(journalPath(folder));
  const records: JournalRecord[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    const record = end < 0 ? undefined : parse(bytes.toString('utf8', start, end));
    if (!record) {
      // A kill can only tear the last line. Damage anywhere else is never guessed away.
      if (end < 0 || end === bytes.length - 1) break;
      throw new ConfigError(`Line ${records.length + 1} of the journal ${journalPath(folder)} is damaged.`, {
        hint: 'Start the import anew: contacts that are in the list by now are left out of it.',
      });
    }
    records.push(record);
    start = end + 1;
  }
  return {records, length: start};
}

/** The first record, without which the others mean nothing. */
export function headerOf(folder: string, records: readonly JournalRecord[]): Header {
  const [header] = records;
  if (header?.kind === 'header') return header;
  throw new ConfigError(`The journal ${journalPath(folder)} has no beginning.`, {
    hint: 'That run was stopped before it sent anything: start the import anew.',
  });
}

/** Whether a folder holds a journal. */
export const hasJournal = (folder: string): boolean => existsSync(journalPath(folder));

export const journalPath = (folder: string): string => join(folder, 'journal.jsonl');

function over(
  file: number,
  folder: string,
  {id, verb}: {readonly id: string; readonly verb: string},
  write: Write,
  start: number,
): Journal {
  let length = start;
  let isOpen = true;
  return {
    id,
    folder,
    append(record) {
      try {
        length += put(file, record, length, write);
      } catch (cause) {
        throw new PartialError(`The journal ${journalPath(folder)} cannot be written, so no more was sent.`, {
          cause,
          hint: `Free some space on that disk, then run: emk contacts import ${verb} ${id}`,
        });
      }
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

/** Appends one record in one write, on disk when this returns. A partly written record is cut off again. */
function put(file: number, record: JournalRecord, length: number, write: Write): number {
  const bytes = Buffer.from(toLine(record));
  try {
    if (write(file, bytes) !== bytes.length) throw new Error('The disk took only a part of the record.');
    fdatasyncSync(file);
  } catch (error) {
    ftruncateSync(file, length);
    throw error;
  }
  return bytes.length;
}

const toLine = (record: JournalRecord): string => {
  const text = JSON.stringify(record);
  return `{"crc":"${checksum(text)}","record":${text}}\n`;
};

function parse(line: string): JournalRecord | undefined {
  const [, crc, text] = /^\{"crc":"([0-9a-f]{8})","record":(.*)\}$/.exec(line) ?? [];
  return text !== undefined && checksum(text) === crc ? (JSON.parse(text) as JournalRecord) : undefined;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** Makes a new name durable. Windows cannot, and need not. */
function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL'].includes(codeOf(error))) throw error;
  }
}
