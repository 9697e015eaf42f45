/** Runs emk in this process against any address, with invented keys. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {run} from '../../src/cli/main.js';
import type {Host} from '../../src/core/system/host.js';
import {fitLinesTo} from '../../src/core/words/shell-word.js';
import {holdToSchemas, type Records} from './held-to-schemas.js';
import {words} from './words.js';

export type Ran = {readonly code: number; readonly stdout: string; readonly stderr: string};

type Running = {
  readonly stdin?: string;
  readonly env?: Record<string, string>;
  readonly host?: Partial<Host>;
  /** Whether its records are those of the documentation; an odd service may send anything. */
  readonly records?: Records;
  /** Rejects with an uncaught error. */
  readonly uncaught?: Promise<never>;
};

/** Runs one line. Waits take no time, the clock stands still, and no run may print the secret key. */
export async function runAgainst(
  baseUrl: string,
  line: string | readonly string[],
  {stdin = '', env = {}, host = {}, records = 'odd', uncaught}: Running = {},
): Promise<Ran> {
  const printed = {stdout: '', stderr: ''};
  const into = (name: keyof typeof printed) =>
    new Writable({
      write(chunk, _, done) {
        printed[name] += String(chunk);
        done();
      },
    });
  const folder = host.cwd ?? emptyFolder();
  const now = host.now ?? (() => new Date('2026-03-04T12:00:00Z'));
  const all = typeof line === 'string' ? words(line) : line;
  const code = await run(
    all.filter(word => !isVariable(word)),
    {
      env: {
        EMK_BASE_URL: baseUrl,
        EMK_PUBLIC_KEY: 'pk-of-nobody',
        EMK_SECRET_KEY: 'sk-of-nobody',
        EMK_CONFIG_DIR: join(folder, 'config'),
        EMK_STATE_DIR: join(folder, 'state'),
        EMK_SETTLE: '60ms',
        TZ: 'UTC',
        ...(isWindows && {SHELL: 'bash'}),
        ...env,
        ...Object.fromEntries(all.filter(isVariable).map(word => word.split('='))),
      },
      cwd: folder,
      home: folder,
      platform: isWindows ? 'win32' : 'linux',
      pid: process.pid,
      program: ['emk'],
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: into('stdout'),
      stderr: into('stderr'),
      interrupted: new AbortController().signal,
      now,
      elapsed: () => now().getTime(),
      sleep: async () => {},
      random: () => 0.5,
      alive: () => true,
      lockWait: {longest: 60_000, says() {}},
      forgetTyped: async () => undefined,
      launch: async () => false,
      ...host,
    },
    {uncaught},
  );
  // The shell of the last run is kept for the process, which other files of tests share.
  fitLinesTo(process);
  const secret = env['EMK_SECRET_KEY'] ?? 'sk-of-nobody';
  if (secret.length > 8 && Object.values(printed).some(text => text.includes(secret))) {
    throw new Error(`The secret key was printed by: ${String(line)}`);
  }
  const ran = {code, ...printed};
  await holdToSchemas(
    all.filter(word => !isVariable(word)),
    ran,
    records,
  );
  return ran;
}

/** Whether these tests run on Windows itself. */
export const isWindows = process.platform === 'win32';

/** A line may set variables of emk, as in a shell. */
export const isVariable = (word: string): boolean => /^EMK_[A-Z_]+=/.test(word);

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'emk-'));
