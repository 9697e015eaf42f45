import {win32} from 'node:path';
import type {Host} from '../../system/host.js';
import {isFile} from '../../system/path-stats.js';

/** A program and its arguments as `spawn` takes them. */
type Spawned = {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are quoted already. */
  readonly verbatim: boolean;
};

type Place = Pick<Host, 'env' | 'cwd'>;

/**
How to start a program on Windows, where `npm` is a file `npm.cmd` that only the command interpreter can run. It is found as
the interpreter would find it, and its arguments are quoted so that they arrive as they are.
*/
export function onWindows(host: Place, [name = '', ...args]: readonly string[], isThere = isFile): Spawned {
  const path = findProgram(host, name, isThere);
  if (path === undefined || !/\.(?:cmd|bat)$/i.test(path)) return {program: path ?? name, args, verbatim: false};
  const line = [escaped(path), ...args.map(arg => escaped(escaped(quoted(arg))))].join(' ');
  return {program: variable(host, 'ComSpec') || 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true};
}

/** The file that a name means: with each of the endings that programs have, in each folder of the path. */
function findProgram(host: Place, name: string, isThere: (path: string) => boolean): string | undefined {
  const known = (variable(host, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');
  const folders = /[\\/]/.test(name) ? [''] : ['', ...(variable(host, 'Path') ?? '').split(';')];
  const endings = win32.extname(name) === '' ? known : ['', ...known];
  const paths = folders.flatMap(folder => endings.map(ending => win32.resolve(host.cwd, folder, name + ending)));
  return paths.find(isThere);
}

/** Windows does not tell capitals from small letters in the names of variables. */
const variable = ({env}: Place, name: string): string | undefined =>
  Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** As programs take their command line apart: backslashes before a quote count twice. */
const quoted = (arg: string): string => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** Keeps the interpreter from reading its own signs in a text. */
const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
