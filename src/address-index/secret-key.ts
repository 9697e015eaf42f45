import {randomFillSync} from 'node:crypto';
import {renameSync, writeFileSync} from 'node:fs';
import {readOwnFile} from '../system/kept-file.js';
import {KEY_BYTES} from './keyed-hash.js';
import {keyPath} from './layout.js';

/** The key beside an index; undefined if there is none. */
export function readKey(folder: string): Buffer | undefined {
  try {
    const key = readOwnFile(keyPath(folder));
    return key.length === KEY_BYTES ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The key beside an index, made of chance if there is none. An index of another key knows nobody. */
export function makeKey(folder: string): Buffer {
  const found = readKey(folder);
  if (found) return found;
  const key = randomFillSync(Buffer.alloc(KEY_BYTES));
  const draft = `${keyPath(folder)}.draft`;
  writeFileSync(draft, key, {mode: 0o600});
  renameSync(draft, keyPath(folder));
  return key;
}
