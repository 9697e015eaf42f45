import {existsSync} from 'node:fs';
import {dirname} from 'node:path';
import {PreflightError} from '../errors.js';
import {codeOf} from './error-code.js';

/** An error of a disk or folder in words, with advice; undefined for any other error. */
export function fileTrouble(error: unknown): PreflightError | undefined {
  const trouble = isReplacing(error) ? irreplaceable(error.dest) : words(codeOf(error), pathOf(error));
  return trouble && new PreflightError(trouble.message, {cause: error, hint: trouble.hint});
}

/** Does work that sends nothing, and puts errors of a disk or folder into words. */
export async function tellingFileTrouble<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileTrouble(error) ?? error;
  }
}

/** Whether a finished draft could not replace its file: the folder is writable, but that file is not. */
const isReplacing = (error: unknown): error is Error & {readonly dest: string} =>
  error instanceof Error &&
  'syscall' in error &&
  error.syscall === 'rename' &&
  'dest' in error &&
  typeof error.dest === 'string' &&
  ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY'].includes(codeOf(error)) &&
  existsSync(error.dest);

const irreplaceable = (path: string) => ({
  message: `emk cannot replace ${path}: another program has it open, or it is write-protected.`,
  hint: 'Close it, remove the protection, or choose another name.',
});

function words(code: string, path: string | undefined): {message: string; hint: string} | undefined {
  const file = path ?? 'a file';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        message: path === undefined ? 'The disk is full.' : `The disk is full: emk cannot write ${path}.`,
        hint: `Free some space, then try again.${ownFiles(path)}`,
      };
    case 'EACCES':
    case 'EPERM':
      return {
        message: `emk cannot write ${file}: you may not write to its folder.`,
        hint: `Choose another place, or change the permissions of the folder.${ownFiles(path)}`,
      };
    case 'EROFS':
      return {
        message: `emk cannot write ${file}: the file system is read-only.`,
        hint: `Choose another place.${ownFiles(path)}`,
      };
    case 'ENOENT':
      // Folders such as /proc, in which only the system creates files, answer the same way.
      if (path !== undefined && existsSync(dirname(path))) {
        return {
          message: `emk cannot write ${path}: ${dirname(path)} takes no new files.`,
          hint: `Choose another place.${ownFiles(path)}`,
        };
      }
      return {
        message: `emk cannot write ${file}: there is no folder${path === undefined ? '' : ` ${dirname(path)}`}.`,
        hint: 'Check the path, or create the folder first.',
      };
    case 'ENOTDIR':
      return {
        message: `emk cannot write ${file}: a part of its path is a file, not a folder.`,
        hint: `Check the path.${ownFiles(path)}`,
      };
    case 'EMFILE':
    case 'ENFILE':
      return {
        message: 'emk cannot open another file: too many are open.',
        hint: 'Close other programs, or allow more files in this shell: ulimit -n 1024',
      };
    case 'ENAMETOOLONG':
      return {message: 'The file name is too long for this machine.', hint: 'Choose a shorter name.'};
    case 'EISDIR':
      return {message: `emk cannot write ${file}: it is a folder.`, hint: 'Name a file in it.'};
    default:
      return undefined;
  }
}

/** Where emk keeps its own files, if this may be one of them. A file that the user named is not. */
const ownFiles = (path: string | undefined): string =>
  path === undefined || path.split(/[\\/]/).includes('emk') ? ' EMK_STATE_DIR says where emk keeps its own files.' : '';

/** The path that the user knows: an unfinished file has another name. */
function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined;
  return error.path.replace(/\.[0-9a-f-]{36}(?:\.part(?:\.jsonl)?)?$/, '');
}
