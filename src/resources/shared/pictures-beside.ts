import {statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {SizeOf} from '../../html/lint-weight.js';

/** Finds the pictures of a letter that are files beside it, for the size of all of them. */
export const picturesBeside =
  (cwd: string, letter: string): SizeOf =>
  address => {
    try {
      const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(address);
      const path = isUrl ? fileURLToPath(address) : decodeURI(address.replace(/[?#].*$/s, ''));
      const found = statSync(resolve(dirname(resolve(cwd, letter)), path), {throwIfNoEntry: false});
      return found?.isFile() ? found.size : undefined;
    } catch {
      // An address of the web, or one that is no path at all.
      return undefined;
    }
  };
