import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {toKey} from '../../accounts/key.js';
import {jsonOrNothing} from '../../api/answers/json-or-nothing.js';
import {EmkError, UsageError} from '../../errors.js';
import {atExit, thisProcess} from '../../system/host.js';
import {andList} from '../../words/sentence.js';
import type {Served} from '../commands/serve.js';
import {childEnvironment, leadingNowhere, variablesOf} from '../running/environment.js';
import type {LoggedRequest, Sandbox, SandboxOptions, SentMail, StartSandbox} from './sandbox-types.js';

/**
 * Starts a sandbox beside the process that asks for it, for the tests of any program. It keeps its account in memory and
 * ends when its stdin does. Its variables name an empty temporary folder, so that an emk finds no profile. `program` is
 * the file that starts emk.
 */
export const startSandboxBy =
  (program: string): StartSandbox =>
  async (options = {}) => {
    orPlainError(() => checkOptions(options));
    const folder = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
    const remove = (): void => rmSync(folder, {recursive: true, force: true});
    const forget = atExit(remove);
    const folders = {EMK_CONFIG_DIR: join(folder, 'config'), EMK_STATE_DIR: join(folder, 'state')};
    const {env, node} = thisProcess();
    const child = spawn(node, [program, ...lineOf(options)], {
      // Options of the caller's node, such as a debugger, are not meant for the sandbox.
      env: {...childEnvironment(noAccount, env), ...folders, NODE_OPTIONS: ''},
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const gone = new Promise<void>(resolve => child.once('close', () => resolve()));
    const end = async (): Promise<void> => {
      child.ref();
      child.stdin?.end();
      await gone;
      forget();
      remove();
    };
    try {
      const served = await servedBy(child);
      return handleOf(served, folders, end);
    } catch (error) {
      await end();
      throw error;
    }
  };

const noAccount = {baseUrl: '', publicKey: '', secretKey: ''};

/** The line that serves with these options. */
function lineOf({empty, contacts, random, keys = {}, host, port, clock, faults = [], settings = {}}: SandboxOptions) {
  const values = {contacts, random, host, port, clock, 'public-key': keys.publicKey, 'secret-key': keys.secretKey};
  return [
    ...['sandbox', 'serve', '-o', 'json', '--until-stdin-ends'],
    ...(empty ? ['--empty'] : []),
    ...Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
    ...faults.map(fault => `--fault=${fault}`),
    ...Object.entries(settings).map(([name, value]) => `--setting=${name}=${value}`),
  ];
}

/** What a sandbox says once it answers. From then on it keeps the process that started it no longer alive. */
async function servedBy(child: ChildProcess): Promise<Served> {
  const {stdout, stderr} = child;
  if (!stdout || !stderr) throw new TypeError('A started program has its streams.');
  const said = text(stderr);
  const lines = createInterface({input: stdout});
  const line = await new Promise<string | undefined>((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(undefined));
    child.once('error', reject);
  });
  if (line === undefined) throw errorIn(await said);
  child.unref();
  for (const stream of [child.stdin, stdout, stderr]) (stream as {unref?(): void} | null)?.unref?.();
  return JSON.parse(line);
}

/** The error that emk printed as it ended. */
function errorIn(said: string): Error {
  const {error} = (jsonOrNothing(said) ?? {}) as {error?: {message?: string; hint?: string; code?: string}};
  if (error === undefined) return plainError(`The sandbox did not start: ${said.trim()}`, 'bug');
  return plainError([error.message, error.hint].filter(Boolean).join(' '), error.code ?? 'bug');
}

type Ask = <T>(path: string, fields?: ReadonlyArray<readonly [name: string, value: string]>) => Promise<T>;

function handleOf(served: Served, folders: Record<string, string>, end: () => Promise<void>): Sandbox {
  const {baseUrl, publicKey, secretKey} = served;
  let stopping: Promise<void> | undefined;
  const ask = async <T>(method: string, path: string, fields: ReadonlyArray<readonly [string, string]> = []) => {
    if (stopping) throw plainError('This sandbox was stopped.', 'stopped');
    const query = new URLSearchParams(fields.map(([...pair]) => pair));
    const target = new URL(method === 'GET' ? `${path}?${query}` : path, baseUrl);
    const body = method === 'POST' ? {body: query} : {};
    const answer = await fetch(target, {method, headers: {SecretKey: secretKey}, ...body}).catch((cause: unknown) => {
      throw plainError(`The sandbox does not answer: ${String(cause)}`, 'bug');
    });
    const {message, errors} = (await answer.json()) as {message: T; errors?: string};
    if (errors !== undefined) throw plainError(errors, 'usage');
    return message;
  };
  const get: Ask = (path, fields) => ask('GET', path, fields);
  const post: Ask = (path, fields) => ask('POST', path, fields);
  const timeIn = ({clock}: {readonly clock: {readonly now: string}}): Date => new Date(clock.now);
  const stop = (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };
  return {
    url: baseUrl,
    keys: {publicKey, secretKey},
    env: {...leadingNowhere, ...variablesOf(served), EMK_SANDBOX_RUN: '1', ...folders},
    clock: {
      now: async () => timeIn(await get('/__clock')),
      advance: async span => timeIn(await post('/__clock', [['by', String(span)]])),
    },
    faults: {
      add: async (...texts) => {
        if (texts.length > 0)
          await post(
            '/__faults',
            texts.map(fault => ['faults[]', fault]),
          );
      },
      list: async () => (await get<{faults: Awaited<ReturnType<Sandbox['faults']['list']>>}>('/__faults')).faults,
      clear: async () => {
        await ask('DELETE', '/__faults');
      },
    },
    requests: async () => (await get<{requests: LoggedRequest[]}>('/__log')).requests,
    mail: async (asked = {}) =>
      (
        await get<{deliveries: SentMail[]}>(
          '/__mail',
          Object.entries(asked).map(([...pair]) => pair),
        )
      ).deliveries,
    reset: async () => {
      await post('/__reset');
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** An error for programs that know nothing of emk's own: one sentence or two, and a code. */
const plainError = (message: string, code: string): Error => Object.assign(new Error(message), {code});

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
  contacts: 'a whole number',
  random: 'a whole number',
  keys: 'an object',
  host: 'a text',
  port: 'a whole number',
  clock: 'a text',
  faults: 'a list',
  settings: 'an object',
};

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? 'a whole number' : String(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'string' ? 'a text' : String(value);
}
