import {shellWord} from '../words/shell-word.js';
import type {Host} from './host.js';
import {windowsProgram} from './windows-program.js';

type Machine = Pick<Host, 'env' | 'outputOf'>;

/** Lets nobody but this person open a file of Windows, whose modes say nothing; false if that did not work. */
export async function closeByList(machine: Machine, path: string): Promise<boolean> {
  return (await machine.outputOf(icacls(machine), [path, ...forMeAlone(await user(machine))])) !== undefined;
}

/** The line that does the same, to paste. */
export const closingLine = async (machine: Machine, path: string): Promise<string> =>
  ['icacls', path, ...forMeAlone(await user(machine))].map(shellWord).join(' ');

const icacls = ({env}: Machine): string => windowsProgram(env, 'icacls.exe');

type User = {
  readonly name: string;
  /** What icacls takes for the person: their number, or their name if Windows does not tell the number. */
  readonly id: string;
};

/** Asks Windows who this is. For a service, the variables name another account, or are missing. */
async function user({env, outputOf}: Machine): Promise<User> {
  const printed = await outputOf(windowsProgram(env, 'whoami.exe'), ['/user', '/fo', 'csv', '/nh']);
  const [, told, number] = /^"(.*)","(S-[\d-]+)"/m.exec(printed ?? '') ?? [];
  const name = told ?? `${env['USERDOMAIN']}\\${env['USERNAME']}`;
  return {name, id: number === undefined ? name : `*${number}`};
}

/** Drops what the folder hands down, and what the person had before. */
const forMeAlone = ({id}: User): string[] => ['/inheritance:r', '/grant:r', `${id}:F`];
