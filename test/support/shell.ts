/** A sandbox with its own folder, in which emk runs as in a terminal. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Host} from '../../src/core/system/host.js';
import {type RunningSandbox, type StartOptions, startSandbox} from '../../src/sandbox/running/start.js';
import {copiedAccount} from './account-copy.js';
import {type Ran, runAgainst} from './run-against.js';

export type Shell = {
  readonly sandbox: RunningSandbox;
  /** The folder for files; emk keeps its state there too. */
  readonly folder: string;
  emk(
    line: string | readonly string[],
    given?: {readonly stdin?: string; readonly env?: Record<string, string>; readonly host?: Partial<Host>},
  ): Promise<Ran>;
  write(name: string, text: string | Uint8Array): string;
  close(): Promise<void>;
};

/** The time of the sandbox's stepped clock and of emk's own: far from any change of daylight saving. */
export const NOON = '2026-03-04T12:00:00Z';

export async function startShell(options: StartOptions = {}): Promise<Shell> {
  const copy = await copiedAccount({clock: `step@${NOON}`, ...options});
  const sandbox = await startSandbox(copy.options);
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  return {
    sandbox,
    folder,
    emk: (line, {stdin, env, host} = {}) =>
      runAgainst(sandbox.baseUrl, line, {
        stdin: stdin ?? '',
        records: 'documented',
        env: {EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey, ...env},
        host: {cwd: folder, home: folder, ...host},
      }),
    write(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    async close() {
      await sandbox.close();
      copy.remove();
      rmSync(folder, {recursive: true, force: true, maxRetries: 5});
    },
  };
}
