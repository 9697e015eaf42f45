import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {toKey} from '../../accounts/key.js';
import {EmkError, UsageError} from '../../errors.js';
import {andList} from '../../words/list.js';
import {caughtUp} from '../account/account.js';
import {accountTime, parseSpan, stepClock} from '../account/clock.js';
import {leadingNowhere, variablesOf} from '../commands/child-environment.js';
import {parseSettings} from '../running/settings-text.js';
import {type Sandbox as Started, type StartOptions, startSandbox as start} from '../running/start.js';
import type {Sandbox, SandboxOptions, StartSandbox} from './sandbox-types.js';

/**
 * Starts a sandbox in the process that asks for it, for the tests of any program. It keeps its account in memory,
 * listens to no signal, and writes nothing. Its variables name an empty temporary folder, so that an emk finds no
 * profile.
 */
export const startSandbox: StartSandbox = (options = {}) =>
  withPlainErrors(async () => {
    checkOptions(options);
    const folder = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
    const remove = (): void => rmSync(folder, {recursive: true, force: true});
    try {
      return handleOf(await start(startOptions(options)), folder, remove);
    } catch (error) {
      remove();
      throw error;
    }
  });

function startOptions(options: SandboxOptions): StartOptions {
  const {empty, account, contacts, seed, keys = {}, host, port, clock, faults = [], settings = {}, warn} = options;
  return {
    ...{host, port, keys, faults, resets: true, isGuest: true},
    ...(clock !== undefined && {clock}),
    seed: {
      kind: (empty ?? account !== undefined) ? 'empty' : 'demo',
      ...(contacts !== undefined && {contacts}),
      ...(seed !== undefined && {seed}),
    },
    settings: parseSettings(Object.entries(settings).map(([name, value]) => `${name}=${value}`)),
    fill:
      account === undefined
        ? undefined
        : async unfilled => (await import('./fill-here.js')).fillHere(unfilled, account, warn ?? (() => undefined)),
  };
}

function handleOf(started: Started, folder: string, remove: () => void): Sandbox {
  const {baseUrl, publicKey, secretKey, faults, account} = started;
  const {store, service, realNow} = account;
  let stopping: Promise<void> | undefined;
  const running = <T>(work: () => T): T => {
    if (stopping) throw plainError('This sandbox was stopped.', 'stopped');
    return orPlainError(work);
  };
  const whileRunning = <T>(work: () => Promise<T>): Promise<T> => withPlainErrors(async () => running(work));
  const stop = (): Promise<void> => {
    stopping ??= started.close().finally(remove);
    return stopping;
  };
  return {
    url: baseUrl,
    keys: {publicKey, secretKey},
    env: {
      ...leadingNowhere,
      ...variablesOf(started),
      EMK_SANDBOX_RUN: '1',
      EMK_CONFIG_DIR: join(folder, 'config'),
      EMK_STATE_DIR: join(folder, 'state'),
    },
    clock: {
      now: () => whileRunning(() => store.transaction(db => accountTime(db, realNow()))),
      advance: span =>
        whileRunning(() =>
          store.transaction(db => {
            stepClock(db, {by: parseSpan(String(span))}, realNow());
            return accountTime(db, realNow());
          }),
        ),
    },
    faults: {
      add: (...texts) => running(() => started.misbehave(...texts)),
      list: () => running(() => faults.list().map(({fault, left}) => ({fault: fault.text, left: left ?? null}))),
      clear: () => running(() => faults.clear()),
    },
    requests: () => whileRunning(() => started.requests()),
    mail: asked => whileRunning(() => caughtUp(account, db => [...service.deliveriesOf(db, asked)])),
    reset: () => whileRunning(async () => started.reset?.()),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** An error for programs that know nothing of emk's own: one sentence or two, and a code. */
const plainError = (message: string, code: string, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? undefined : {cause}), {code});

/** Does some work, and throws an error of emk's as a plain one. */
async function withPlainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asPlain(error);
  }
}

/** The same for work that is done at once. */
function orPlainError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asPlain(error);
  }
}

const asPlain = (error: unknown): unknown =>
  error instanceof EmkError
    ? plainError([error.message, error.hint].filter(Boolean).join(' '), error.code, error.cause)
    : error;

/** Refuses options that a program without types got wrong: a misspelt one would silently do nothing. */
function checkOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const type: string | undefined = Object.hasOwn(types, name) ? types[name as keyof SandboxOptions] : undefined;
    if (type === undefined) {
      throw new UsageError(`startSandbox has no option "${name}".`, {hint: `It takes ${andList(Object.keys(types))}.`});
    }
    if (value !== undefined && kindOf(value) !== type) {
      throw new UsageError(`The option "${name}" of startSandbox takes ${type}, not ${kindOf(value)}.`);
    }
  }
  for (const [name, key] of Object.entries(options.keys ?? {})) toKey(String(key), `The option keys.${name}`);
}

const types: {readonly [name in keyof Required<SandboxOptions>]: string} = {
  empty: 'true or false',
  account: 'a text',
  contacts: 'a whole number',
  seed: 'a whole number',
  keys: 'an object',
  host: 'a text',
  port: 'a whole number',
  clock: 'a text',
  faults: 'a list',
  settings: 'an object',
  warn: 'a function',
};

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? 'a whole number' : String(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'string' ? 'a text' : typeof value === 'function' ? 'a function' : String(value);
}
