import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

type Place = {readonly cwd: string; readonly home: string; readonly platform: string};

/** The path that a person means, because no shell reads it here: without quotes and with the home folder for `~`. */
export function meantPath(typed: string, {home, platform}: Omit<Place, 'cwd'>): string {
  const isWindows = platform === 'win32';
  const path = unquoted(typed.trim(), isWindows);
  return (isWindows ? /^~(?:[\\/]|$)/ : /^~(?:\/|$)/).test(path) ? join(home, path.slice(1)) : path;
}

/** A path as terminals paste a file that is dropped on them: in quotes, with a backslash before spaces, or as a URL. */
function unquoted(text: string, isWindows: boolean): string {
  const [, quote, inside = ''] = /^(['"])(.+)\1$/s.exec(text) ?? [];
  if (quote !== undefined) return inside.replaceAll("'\\''", "'");
  try {
    return /^file:\/\//i.test(text) ? fileURLToPath(text) : isWindows ? text : text.replace(/\\(?=\W)/g, '');
  } catch {
    // Not the address of a file on this machine.
    return text;
  }
}

/** Why a typed path is no file that can be read. Windows takes both separators, so its own becomes the common one. */
export function fileProblem(typed: string, place: Place): string | undefined {
  const path = meantPath(typed, place);
  const portable = place.platform === 'win32' ? path.replaceAll('\\', '/') : path;
  try {
    return statSync(resolve(place.cwd, portable)).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    return 'There is no such file.';
  }
}
