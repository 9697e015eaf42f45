import {statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {SizeOf} from '../../html/lint-weight.js';

/** Finds the pictures of a mail that are files beside it, to sum up their sizes. */
export const picturesBeside =
  (cwd: string, email: string): SizeOf =>
  address => {
    try {
      const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(address);
      const path = isUrl ? fileURLToPath(address) : decodeURI(address.replace(/[?#].*$/s, ''));
      const found = statSync(resolve(dirname(resolve(cwd, email)), path), {throwIfNoEntry: false});
      return found?.isFile() ? found.size : undefined;
    } catch {
      // A web address, or not a path at all.
      return undefined;
    }
  };
