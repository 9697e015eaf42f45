import {shellWord} from '../words/shell-word.js';
import type {Host} from './host.js';
import {windowsProgram} from './windows-program.js';

type Machine = Pick<Host, 'env' | 'outputOf'>;

/** Lets nobody but this person open a file of Windows, whose modes say nothing; false if that did not work. */
export async function closeByList({env, outputOf}: Machine, path: string): Promise<boolean> {
  return (await outputOf(icacls(env), [path, ...forMeAlone(env)])) !== undefined;
}

/** The line that does the same, to paste. */
export const closingLine = ({env}: Pick<Host, 'env'>, path: string): string =>
  ['icacls', path, ...forMeAlone(env)].map(shellWord).join(' ');

/** Who else may open a file, by name; undefined if Windows does not say. */
export async function othersOnList({env, outputOf}: Machine, path: string): Promise<readonly string[] | undefined> {
  const printed = (await outputOf(icacls(env), [path])) ?? '';
  const names = printed.replace(path, '').match(/^.+?(?=:\()/gm) ?? [];
  const others = names.map(name => name.trim()).filter(name => comparable(name) !== comparable(userOf(env)));
  return names.length === 0 ? undefined : others;
}

const icacls = (env: Host['env']): string => windowsProgram(env, 'icacls.exe');

/** Drops what the folder hands down, and what the person had before. */
const forMeAlone = (env: Host['env']): string[] => ['/inheritance:r', '/grant:r', `${userOf(env)}:F`];

const userOf = (env: Host['env']): string => `${env['USERDOMAIN']}\\${env['USERNAME']}`;

/** icacls writes other letters than those of ASCII in the console's own encoding. */
const comparable = (name: string): string => name.toLowerCase().replace(/[^ -~]+/g, '?');
