import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import {dirname} from 'node:path';
import {crc32} from 'node:zlib';
import {codeOf} from './files.js';

/** A file that survives a kill: each record is written before the step that it describes. */
export type JournalFile<T> = {
  /**
   * Returns once the record is on disk; `soon`, once it would survive a kill of the process, and the next record brings
   * both to the disk. A partly written record is cut off.
   */
  append(record: T, when?: 'now' | 'soon'): void;
  close(): void;
};

export function createJournalFile<T>(path: string, first: T): JournalFile<T> {
  const file = openSync(path, 'wx', 0o600);
  const journal = over<T>(file, 0);
  try {
    journal.append(first);
    syncFolder(dirname(path));
    syncFolder(dirname(dirname(path)));
    return journal;
  } catch (error) {
    journal.close();
    rmSync(path, {force: true});
    throw error;
  }
}

/** Opens a journal to append records, and drops a last line that a kill cut short. */
export function reopenJournalFile<T>(path: string): JournalFile<T> {
  const {length} = readJournalFile(path);
  const file = openSync(path, 'a+');
  ftruncateSync(file, length);
  return over(file, length);
}

type JournalContents<T> = {
  readonly records: readonly T[];
  readonly length: number;
  /** The number of the first unreadable line that a kill does not explain. */
  readonly damaged?: number;
};

export function readJournalFile<T>(path: string): JournalContents<T> {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const records: T[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(0x0a, start);
    const record = end < 0 ? undefined : parse<T>(bytes.toString('utf8', start, end));
    if (record === undefined) {
      // A kill can only tear the last line. Damage anywhere else is reported, never skipped.
      if (end < 0 || end === bytes.length - 1) break;
      return {records, length: start, damaged: records.length + 1};
    }
    records.push(record);
    start = end + 1;
  }
  return {records, length: start};
}

function over<T>(file: number, start: number): JournalFile<T> {
  let length = start;
  let isOpen = true;
  return {
    append(record, when = 'now') {
      const bytes = Buffer.from(toLine(record));
      try {
        if (writeSync(file, bytes, 0, bytes.length, length) !== bytes.length)
          throw new Error('The disk took only a part of the record.');
        if (when === 'now') fdatasyncSync(file);
      } catch (error) {
        ftruncateSync(file, length);
        throw error;
      }
      length += bytes.length;
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

const toLine = (record: unknown): string => {
  const text = JSON.stringify(record);
  return `{"crc":"${checksum(text)}","record":${text}}\n`;
};

function parse<T>(line: string): T | undefined {
  const [, crc, text] = /^\{"crc":"([0-9a-f]{8})","record":(.*)\}$/.exec(line) ?? [];
  return text !== undefined && checksum(text) === crc ? (JSON.parse(text) as T) : undefined;
}

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** Makes a new file name durable. Windows cannot do this, and does not need it. */
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
