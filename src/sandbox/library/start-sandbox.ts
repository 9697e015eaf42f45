import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {atExit, thisProcess} from '../../core/system/host.js';
import {jsonOrNothing} from '../../core/words/values.js';
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
    const line = lineOf(options);
    const folder = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
    const remove = (): void => rmSync(folder, {recursive: true, force: true});
    const forget = atExit(remove);
    const folders = {EMK_CONFIG_DIR: join(folder, 'config'), EMK_STATE_DIR: join(folder, 'state')};
    const {env, node} = thisProcess();
    const child = spawn(node, [program, ...line], {
      // Options of the caller's node, such as a debugger, are not meant for the sandbox.
      env: {...childEnvironment({baseUrl: '', publicKey: '', secretKey: ''}, env), ...folders, NODE_OPTIONS: ''},
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
      return handleOf(await servedBy(child), folders, end);
    } catch (error) {
      await end();
      throw error;
    }
  };

function lineOf({empty, faults = [], settings = {}, ...values}: SandboxOptions): readonly string[] {
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
  const {stdin, stdout, stderr} = child;
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
  for (const stream of [stdin, stdout, stderr]) (stream as {unref?(): void} | null)?.unref?.();
  return JSON.parse(line);
}

function errorIn(said: string): Error {
  const {error} = (jsonOrNothing(said) ?? {}) as {error?: {message?: string; hint?: string; code?: string}};
  if (error === undefined) return plainError(`The sandbox did not start: ${said.trim()}`, 'bug');
  return plainError([error.message, error.hint].filter(Boolean).join(' '), error.code ?? 'bug');
}

/** An error for programs that know nothing of emk's own: one sentence or two, and a code. */
const plainError = (message: string, code: string): Error => Object.assign(new Error(message), {code});

type SentFields = ReadonlyArray<readonly [name: string, value: string]>;

function handleOf(served: Served, folders: Record<string, string>, end: () => Promise<void>): Sandbox {
  const {baseUrl, publicKey, secretKey} = served;
  let stopping: Promise<void> | undefined;
  const ask = async <T>(method: string, path: string, fields: SentFields = []): Promise<T> => {
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
  type Clock = {readonly clock: {readonly now: string}};
  const stop = (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };
  return {
    url: baseUrl,
    keys: {publicKey, secretKey},
    env: {...leadingNowhere, ...variablesOf(served), EMK_SANDBOX_RUN: '1', ...folders},
    clock: {
      now: async () => new Date((await ask<Clock>('GET', '/__clock')).clock.now),
      advance: async span => new Date((await ask<Clock>('POST', '/__clock', [['by', String(span)]])).clock.now),
    },
    faults: {
      add: async (...texts) => {
        const fields = texts.map(fault => ['faults[]', fault] as const);
        if (fields.length > 0) await ask('POST', '/__faults', fields);
      },
      list: async () => (await ask<{faults: {fault: string; left: number | null}[]}>('GET', '/__faults')).faults,
      clear: () => ask('DELETE', '/__faults'),
    },
    requests: async () => (await ask<{requests: LoggedRequest[]}>('GET', '/__log')).requests,
    mail: async (asked = {}) => {
      const given = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const {deliveries} = await ask<{deliveries: SentMail[]}>('GET', '/__mail', given);
      return deliveries;
    },
    reset: () => ask('POST', '/__reset'),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
