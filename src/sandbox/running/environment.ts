import {posix, win32} from 'node:path';
import type {Account} from '../../api/wire/account.js';
import {UsageError} from '../../errors.js';
import {stateFolder} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';
import {lookUp} from '../../words/look-up.js';
import {andList, orList} from '../../words/sentence.js';
import {defaults, type Setting, type Settings} from '../service/settings.js';
import {type Sandbox, type StartOptions, startSandbox} from './start.js';

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

/** Opens the sandbox of `--sandbox`: stored in a file that other processes may also use, and served by this process. */
export async function openSandbox({
  host,
  db,
}: {
  readonly host: Host;
  readonly db?: string | undefined;
}): Promise<{readonly account: Account; close(): Promise<void>}> {
  const {baseUrl, publicKey, secretKey, close} = await startSandbox({
    ...environmentOptions(host),
    file: databaseOf(host, db),
    processes: host,
    realNow: () => host.now(),
    interrupted: host.interrupted,
  });
  return {account: {name: 'sandbox', source: 'sandbox', baseUrl, publicKey, secretKey, guard: 'none'}, close};
}

/** The sandbox's settings from environment variables, for commands without options for them. */
export function environmentOptions({env}: Pick<Host, 'env'>): Pick<StartOptions, 'faults' | 'settings' | 'clock'> {
  const {EMK_SANDBOX_FAULTS: faults = '', EMK_SANDBOX_SETTINGS: settings = '', EMK_SANDBOX_CLOCK: clock} = env;
  return {
    faults: faults.split(/[;\n]/).filter(part => part.trim() !== ''),
    settings: parseSettings(settings.split(/[;\n]/).filter(part => part.trim() !== '')),
    ...(clock ? {clock} : {}),
  };
}

/** Reads settings written as `name=value`; an empty list changes nothing. */
export const parseSettings = (texts: readonly string[]): Partial<Settings> =>
  Object.fromEntries(texts.map(parseSetting));

function parseSetting(text: string): [name: string, value: string | number | boolean] {
  const cut = text.indexOf('=');
  const [name, value] = cut < 0 ? [text.trim(), undefined] : [text.slice(0, cut).trim(), text.slice(cut + 1).trim()];
  const setting = lookUp<Setting>(defaults, name);
  if (!setting) {
    throw new UsageError(`The sandbox has no setting "${name}".`, {
      hint: `The settings are ${andList(Object.keys(defaults))}.`,
    });
  }
  const read = value === undefined ? undefined : readAs(setting, value);
  if (read !== undefined) return [name, read];
  throw new UsageError(`The setting "${name}" cannot be "${value ?? ''}".`, {
    hint: `Write ${name}=${formsOf(setting)}.`,
  });
}

function readAs(
  {value: standard, choices, range = fromZero}: Setting,
  text: string,
): string | number | boolean | undefined {
  if (choices) return choices.includes(text) ? text : undefined;
  if (typeof standard === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  if (typeof standard === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? within(range, Number(text)) : undefined;
  return text;
}

const fromZero = [0, 1e15] as const;

const within = ([least, greatest]: NonNullable<Setting['range']>, number: number): number | undefined =>
  number >= least && number <= greatest ? number : undefined;

function formsOf({value, choices, range: [least, greatest] = fromZero}: Setting): string {
  if (choices) return orList(choices);
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'string') return '<text>';
  return `<number>, from ${least} ${greatest === fromZero[1] ? 'on' : `to ${greatest}`}`;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The environment of a program in a sandbox: its address and keys, without variables that lead to another account. */
export const childEnvironment = (
  sandbox: Pick<Sandbox, 'baseUrl' | 'publicKey' | 'secretKey'>,
  env: Variables,
): Variables => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !leadingElsewhere.has(name))),
  ...variablesOf(sandbox),
  EMK_SANDBOX_RUN: '1',
});

/** The variables that name a sandbox's account. */
export const variablesOf = ({
  baseUrl,
  publicKey,
  secretKey,
}: Pick<Sandbox, 'baseUrl' | 'publicKey' | 'secretKey'>): {readonly [name: string]: string} => ({
  EMK_BASE_URL: baseUrl,
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
});

const leadingElsewhere = new Set([
  'EMK_PROFILE',
  'EMK_SECRET_KEY_FILE',
  'EMK_SANDBOX_FAULTS',
  'EMK_SANDBOX_CLOCK',
  'EMK_SANDBOX_SETTINGS',
  'EMK_SANDBOX_DB',
]);

/** Those variables, empty, for programs that can add variables to an environment but not remove any. */
export const leadingNowhere: {readonly [name: string]: string} = Object.fromEntries(
  [...leadingElsewhere].map(name => [name, '']),
);
