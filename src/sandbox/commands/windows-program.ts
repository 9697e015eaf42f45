import type {Host} from '../../system/host.js';
import {findProgram, windowsProgram} from '../../system/windows-program.js';

type Spawned = {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already quoted. */
  readonly verbatim: boolean;
};

/**
 * How to start a program on Windows, where `npm` is a file `npm.cmd` that only the command interpreter can run. Its
 * arguments are quoted so that they arrive unchanged. Undefined without such a program: Node would search the current folder.
 */
export function onWindows(
  host: Pick<Host, 'env' | 'cwd'>,
  [name = '', ...args]: readonly string[],
  isThere?: (path: string) => boolean,
): Spawned | undefined {
  const path = findProgram(host, name, isThere);
  if (path === undefined) return undefined;
  if (!/\.(?:cmd|bat)$/i.test(path)) return {program: path, args, verbatim: false};
  const line = [escaped(path), ...args.map(arg => escaped(escaped(quoted(arg))))].join(' ');
  return {program: windowsProgram(host.env, 'cmd.exe'), args: ['/d', '/s', '/c', `"${line}"`], verbatim: true};
}

/** Quotes an argument the way programs parse their command line: backslashes before a quote are doubled. */
const quoted = (arg: string): string => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** Escapes the interpreter's own characters in a text. */
const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
