import {open} from 'node:fs/promises';
import {codeOf} from './error-code.js';

/** Makes an empty file, so that nobody else takes its name; false where the name is taken, which another process may just have done. */
export async function createEmpty(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
