import {win32} from 'node:path';
import type {Host} from '../../system/host.js';
import {isFile} from '../../system/path-stats.js';

type Spawned = {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already quoted. */
  readonly verbatim: boolean;
};

type Place = Pick<Host, 'env' | 'cwd'>;

/**
 * How to start a program on Windows, where `npm` is a file `npm.cmd` that only the command interpreter can run. It is
 * searched like the interpreter does, and its arguments are quoted so that they arrive unchanged.
 */
export function onWindows(host: Place, [name = '', ...args]: readonly string[], isThere = isFile): Spawned {
  const path = findProgram(host, name, isThere);
  if (path === undefined || !/\.(?:cmd|bat)$/i.test(path)) return {program: path ?? name, args, verbatim: false};
  const line = [escaped(path), ...args.map(arg => escaped(escaped(quoted(arg))))].join(' ');
  return {program: variable(host, 'ComSpec') || 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true};
}

/** The file that a name means: with each program ending, in each folder of the path. */
function findProgram(host: Place, name: string, isThere: (path: string) => boolean): string | undefined {
  const known = (variable(host, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';');
  const folders = /[\\/]/.test(name) ? [''] : ['', ...(variable(host, 'Path') ?? '').split(';')];
  const endings = win32.extname(name) === '' ? known : ['', ...known];
  const paths = folders.flatMap(folder => endings.map(ending => win32.resolve(host.cwd, folder, name + ending)));
  return paths.find(isThere);
}

/** A variable's value; case does not matter in the names of variables on Windows. */
const variable = ({env}: Place, name: string): string | undefined =>
  Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Quotes an argument the way programs parse their command line: backslashes before a quote are doubled. */
const quoted = (arg: string): string => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** Escapes the interpreter's own characters in a text. */
const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
