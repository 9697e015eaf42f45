import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {toKey} from '../../accounts/key.js';
import {EmkError, UsageError} from '../../errors.js';
import {atExit} from '../../system/host.js';
import {andList} from '../../words/sentence.js';
import {openThread} from './open-thread.js';
import {plainError} from './plain-error.js';
import type {Sandbox, SandboxOptions, StartSandbox} from './sandbox-types.js';

/**
 * Starts a sandbox in a thread of the process that asks for it, for the tests of any program. It keeps its account in
 * memory, listens to no signal, and writes nothing. Its variables name an empty temporary folder, so that an emk finds no
 * profile. `program` is the file that the thread runs.
 */
export const startSandboxBy =
  (program: string): StartSandbox =>
  async (options = {}) => {
    orPlainError(() => checkOptions(options));
    const folder = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
    const remove = (): void => rmSync(folder, {recursive: true, force: true});
    const forget = atExit(remove);
    const end = (): void => {
      forget();
      remove();
    };
    try {
      return handleOf(await openThread(program, options), folder, end);
    } catch (error) {
      end();
      throw error;
    }
  };

function handleOf(
  {served, ask, askNow, end}: Awaited<ReturnType<typeof openThread>>,
  folder: string,
  remove: () => void,
): Sandbox {
  let stopping: Promise<void> | undefined;
  const mustRun = (): void => {
    if (stopping) throw plainError('This sandbox was stopped.', 'stopped');
  };
  const whileRunning = async <T>(work: () => Promise<T>): Promise<T> => {
    mustRun();
    return work();
  };
  const now: typeof askNow = (...call) => {
    mustRun();
    return askNow(...call);
  };
  const stop = (): Promise<void> => {
    stopping ??= ask('stop').finally(end).finally(remove);
    return stopping;
  };
  return {
    ...served,
    env: {...served.env, EMK_CONFIG_DIR: join(folder, 'config'), EMK_STATE_DIR: join(folder, 'state')},
    clock: {
      now: () => whileRunning(() => ask('now')),
      advance: span => whileRunning(() => ask('advance', String(span))),
    },
    faults: {
      add: (...texts) => now('addFaults', ...texts),
      list: () => now('listFaults'),
      clear: () => now('clearFaults'),
    },
    requests: () => whileRunning(() => ask('requests')),
    mail: asked => whileRunning(() => ask('mail', asked)),
    reset: () => whileRunning(() => ask('reset')),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function orPlainError(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    throw plainError([error.message, error.hint].filter(Boolean).join(' '), error.code);
  }
}

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
