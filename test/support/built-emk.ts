/** The built command as a process of its own, which may be killed. */
import {spawn} from 'node:child_process';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';

/** Compiled code is kept for all programs that a run of tests starts: each of them would spend a third of its time on it. */
export const keptCode = {XDG_CACHE_HOME: join(tmpdir(), 'emk-kept-code')};

type Ended = {readonly code: number | null; readonly stdout: string; readonly stderr: string};

type Where = {
  /** The folder that it runs in, and where it keeps its state. */
  readonly home: string;
  readonly sandbox: Pick<RunningSandbox, 'baseUrl' | 'publicKey' | 'secretKey'>;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
};

export function startBuilt(
  words: readonly string[],
  {home, sandbox: {baseUrl, publicKey, secretKey}, stdin = '', env = {}}: Where,
): {readonly ended: Promise<Ended>; kill(): void} {
  const child = spawn(process.execPath, [resolve('bin/emk.js'), ...words], {
    cwd: home,
    env: {
      ...keptCode,
      PATH: process.env['PATH'],
      HOME: home,
      EMK_STATE_DIR: join(home, 'state'),
      EMK_BASE_URL: baseUrl,
      EMK_PUBLIC_KEY: publicKey,
      EMK_SECRET_KEY: secretKey,
      ...env,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text));
  // A process that is killed reads no further.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return {
    ended: new Promise(done => child.on('close', code => done({code, stdout, stderr}))),
    kill: () => void child.kill('SIGKILL'),
  };
}
