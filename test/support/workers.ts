import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

/** Small programs beside a test (whose `import.meta.url` is given), to run as processes that may be killed. */
export async function bundleWorkers(
  test: string,
  names: readonly string[],
): Promise<{run(name: string, ...args: string[]): ChildProcess; remove(): void}> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // Inside the project, so that the packages are found from there.
  const folder = mkdtempSync(join(root, 'node_modules', '.emk-workers-'));
  const remove = () => rmSync(folder, {recursive: true, force: true});
  await build({
    entryPoints: names.map(name => fileURLToPath(new URL(`./${name}.ts`, test))),
    outdir: folder,
    outExtension: {'.js': '.cjs'},
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['node-sqlite3-wasm'],
    logLevel: 'error',
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    run: (name, ...args) =>
      spawn(process.execPath, ['--liftoff-only', join(folder, `${name}.cjs`), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    remove,
  };
}

/** Waits for a worker's end, and returns how it ended. */
export async function endOf(worker: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'close');
  return worker.exitCode ?? worker.signalCode;
}
