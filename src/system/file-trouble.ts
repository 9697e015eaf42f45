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
  message: `${path} cannot be replaced: another program has it open, or it is protected against changes.`,
  hint: 'Close it where it is open, take the protection away, or choose another name.',
});

function words(code: string, path: string | undefined): {message: string; hint: string} | undefined {
  const file = path ?? 'A file';
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        message: path === undefined ? 'The disk is full.' : `The disk is full: ${path} cannot be written.`,
        hint: 'Free some space, then try again; EMK_STATE_DIR says where emk keeps its own files.',
      };
    case 'EACCES':
    case 'EPERM':
      return {
        message: `${file} cannot be written: its folder is not open to you for writing.`,
        hint: 'Choose another place, or have the permissions of the folder changed; EMK_STATE_DIR says where emk keeps its own files.',
      };
    case 'EROFS':
      return {
        message: `${file} cannot be written: it would lie on a file system that is read-only.`,
        hint: 'Choose another place; EMK_STATE_DIR says where emk keeps its own files.',
      };
    case 'ENOENT':
      // Folders such as /proc, in which only the system creates files, answer the same way.
      if (path !== undefined && existsSync(dirname(path))) {
        return {
          message: `${path} cannot be written: nothing can be made in ${dirname(path)}.`,
          hint: 'Choose another place; EMK_STATE_DIR says where emk keeps its own files.',
        };
      }
      return {
        message: `${file} cannot be written: there is no such folder${path === undefined ? '' : ` as ${dirname(path)}`}.`,
        hint: 'Check the path and the spelling, or make the folder first.',
      };
    case 'ENOTDIR':
      return {
        message: `${file} cannot be written: a part of its path is a file and no folder.`,
        hint: 'Check the path; EMK_STATE_DIR says where emk keeps its own files.',
      };
    case 'ENAMETOOLONG':
      return {message: 'A file name is longer than this machine allows.', hint: 'Choose a shorter name.'};
    case 'EISDIR':
      return {message: `${file} is a folder, not a file.`, hint: 'Give the path of a file in it.'};
    default:
      return undefined;
  }
}

/** The path that the user knows: an unfinished file has another name. */
function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined;
  return error.path.replace(/\.[0-9a-f-]{36}(?:\.part(?:\.jsonl)?)?$/, '');
}
