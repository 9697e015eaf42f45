import {lstatSync} from 'node:fs';
import {win32} from 'node:path';
import type {Host} from './host.js';

/** Opens a file or an address in the system's program for it; false without such a program, a display, or a person who would see it. */
export async function openOutside({host, globals}: Here, target: string): Promise<boolean> {
  const {platform, env, launch} = host;
  if (!globals.input) return false;
  if (platform === 'darwin') return launch('open', [target]);
  // `start` belongs to the command interpreter, which treats an & in an address as the end of a command.
  if (platform === 'win32') return launch(windowsProgram(env, 'rundll32.exe'), ['url.dll,FileProtocolHandler', target]);
  const canShow = ['DISPLAY', 'WAYLAND_DISPLAY', 'BROWSER'].some(variable => env[variable]);
  return canShow && launch('xdg-open', [target]);
}

type Here = {
  readonly host: Pick<Host, 'platform' | 'env' | 'launch'>;
  readonly globals: {readonly input: boolean};
};

type Place = {readonly env: Host['env']; readonly cwd: string};

/** A program of Windows by its whole path: by name alone, a program in the current folder would be started first. */
const windowsProgram = (env: Host['env'], name: string): string =>
  win32.join(variable(env, 'SystemRoot') ?? 'C:\\Windows', 'System32', name);

/**
 * The file that a name means on Windows: with each program ending, in each folder of the path. The current folder counts
 * only for a name with a slash, because a program that arrived there with other files could have any name.
 */
export function findProgram(host: Place, name: string, isThere = isProgram): string | undefined {
  if (name === '') return undefined;
  const known = (variable(host.env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');
  const onPath = (variable(host.env, 'Path') ?? '').split(';').map(folder => folder.replaceAll('"', ''));
  const folders = /[\\/]/.test(name) ? ['.'] : onPath.filter(Boolean);
  const endings = win32.extname(name) === '' ? known : ['', ...known];
  const paths = folders.flatMap(folder => endings.map(ending => win32.resolve(host.cwd, folder, name + ending)));
  return paths.find(isThere);
}

/** A variable's value; case does not matter in the names of variables on Windows. */
const variable = (env: Host['env'], name: string): string | undefined =>
  Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Whether a program is there. The store's programs are links of a kind that cannot be followed. */
const isProgram = (path: string): boolean => {
  try {
    return !lstatSync(path).isDirectory();
  } catch {
    return false;
  }
};
