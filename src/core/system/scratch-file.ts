import {randomUUID} from 'node:crypto';
import {closeSync, openSync, readSync, unlinkSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PreflightError} from '../errors.js';
import {codeOf} from './files.js';

/** Room on the disk for this process alone. */
export type ScratchFile = {
  append(bytes: Uint8Array): void;
  /** How many bytes were appended. */
  size(): number;
  /** Fills `into` with the bytes from this place on. */
  read(into: Uint8Array, from: number): void;
  close(): void;
};

/**
 * Opens a file in the temporary folder and deletes its name at once. Nobody else can open it, and the system deletes it
 * when this process ends, even by a kill.
 */
export function openScratchFile(): ScratchFile {
  const folder = tmpdir();
  const file = tellingTrouble(folder, () => openNameless(join(folder, `emk-${randomUUID()}`)));
  const waiting = Buffer.allocUnsafeSlow(PIECE);
  let [filled, size] = [0, 0];
  const write = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += tellingTrouble(folder, () => writeSync(file, bytes, at));
  };
  const writeWaiting = (): void => {
    write(waiting.subarray(0, filled));
    filled = 0;
  };
  return {
    append(bytes) {
      if (filled + bytes.length > PIECE) writeWaiting();
      if (bytes.length > PIECE) write(bytes);
      else {
        waiting.set(bytes, filled);
        filled += bytes.length;
      }
      size += bytes.length;
    },
    size: () => size,
    read(into, from) {
      writeWaiting();
      for (let at = 0; at < into.length; ) {
        const read = readSync(file, into, at, into.length - at, from + at);
        if (read === 0) throw new Error('A temporary file of emk was cut short.');
        at += read;
      }
    },
    close: () => closeSync(file),
  };
}

const PIECE = 256 * 1024;

function openNameless(path: string): number {
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

function tellingTrouble<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error));
    throw new PreflightError(`${folder} ${isFull ? 'is full' : 'cannot be written to'}, and emk needs room there.`, {
      hint: 'Name another folder in the variable TMPDIR (TEMP on Windows), such as TMPDIR=. for the folder you are in.',
      cause: error,
    });
  }
}
