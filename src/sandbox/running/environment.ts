import {posix, win32} from 'node:path';
import type {Account} from '../../api/wire/answer.js';
import {UsageError} from '../../core/errors.js';
import {stateFolder} from '../../core/own-files/folders.js';
import type {Host} from '../../core/system/host.js';
import {andList, orList} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import type {AccountKeys} from '../account/account.js';
import {defaults, type Setting} from '../service/settings.js';
import type {StartOptions} from './start.js';

/** The file that stores the account between commands: the named file, or the one in the state folder. */
export function databaseOf(host: Pick<Host, 'env' | 'home' | 'platform' | 'cwd'>, asked?: string): string {
  const {join, resolve} = host.platform === 'win32' ? win32 : posix;
  const given = asked ?? (host.env['EMK_SANDBOX_DB'] || undefined);
  if (given === ':memory:') {
    throw new UsageError('An account in memory is gone when the command ends.', {
      hint: 'Name a file, or use "emk sandbox run" or "emk sandbox serve", which can keep one in memory.',
    });
  }
  return given === undefined ? join(stateFolder(host), 'sandbox', 'account.db') : resolve(host.cwd, given);
}

/** The stored account as commands open it, with what the environment says of it. */
export const storedAccount = (host: Host, db?: string): StartOptions & {readonly file: string} => ({
  ...startOptions(host),
  file: databaseOf(host, db),
  processes: host,
});

/** Opens the sandbox of `--sandbox`: stored in a file that other processes may also use, and served by this process. */
export async function openSandbox(host: Host): Promise<{readonly account: Account; close(): Promise<void>}> {
  // Only the path of the account, which doctor names, needs none of the service.
  const {startSandbox} = await import('./start.js');
  const {baseUrl, publicKey, secretKey, close} = await startSandbox(storedAccount(host));
  return {account: {name: 'sandbox', source: 'sandbox', baseUrl, publicKey, secretKey, guard: 'none'}, close};
}

/** How a sandbox starts: as the environment says, and as the options of a command say after that. */
export function startOptions(host: Host, {fault = [], setting = [], clock}: TypedSettings = {}): StartOptions {
  const {EMK_SANDBOX_FAULTS: faults = '', EMK_SANDBOX_SETTINGS: settings = '', EMK_SANDBOX_CLOCK} = host.env;
  const partsOf = (text: string) => text.split(/[;\n]/).filter(part => part.trim() !== '');
  const time = clock ?? (EMK_SANDBOX_CLOCK || undefined);
  return {
    faults: [...partsOf(faults), ...fault],
    settings: Object.fromEntries([...partsOf(settings), ...setting].map(readSetting)),
    ...(time !== undefined && {clock: time}),
    realNow: () => host.now(),
  };
}

type TypedSettings = {
  readonly fault?: readonly string[] | undefined;
  readonly setting?: readonly string[] | undefined;
  readonly clock?: string | undefined;
};

/** Reads a setting as it is written: `name=value`. */
function readSetting(text: string): readonly [name: string, value: string] {
  const at = `${text}=`.indexOf('=');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const setting = lookUp<Setting>(defaults, name);
  if (!setting) {
    const hint = `The settings are ${andList(Object.keys(defaults))}.`;
    throw new UsageError(`The sandbox has no setting "${name}".`, {hint});
  }
  if (setting.choices.includes(value)) return [name, value];
  const hint = `Write ${name}=${orList(setting.choices)}.`;
  throw new UsageError(`The setting "${name}" cannot be "${value}".`, {hint});
}

type ReachedAccount = AccountKeys & {readonly baseUrl: string};

/** The environment of a program in a sandbox: its address and keys, without variables that lead to another account. */
export const childEnvironment = (sandbox: ReachedAccount, env: Host['env']): Host['env'] => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !(name in leadingNowhere))),
  ...variablesOf(sandbox),
  EMK_SANDBOX_RUN: '1',
});

export const variablesOf = ({baseUrl, publicKey, secretKey}: ReachedAccount): {readonly [name: string]: string} => ({
  EMK_BASE_URL: baseUrl,
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
});

/** The variables that lead elsewhere, empty, for programs that can add variables to an environment but not remove any. */
export const leadingNowhere: {readonly [name: string]: string} = {
  EMK_PROFILE: '',
  EMK_SECRET_KEY_FILE: '',
  EMK_SANDBOX_FAULTS: '',
  EMK_SANDBOX_CLOCK: '',
  EMK_SANDBOX_SETTINGS: '',
  EMK_SANDBOX_DB: '',
};
