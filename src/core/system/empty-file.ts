import {open} from 'node:fs/promises';
import {codeOf} from './error-code.js';

/** Creates an empty file to reserve the name; false if the name is taken, perhaps by another process a moment ago. */
export async function createEmpty(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
