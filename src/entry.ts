import {run} from './cli/main.js';
import {processHost} from './core/system/host.js';

/**
 * Runs emk as this process. It sets the exit code instead of exiting, so that all output reaches slow readers. An
 * uncaught error ends the run with a sentence too, and then forces the exit, because other work may still be running.
 * If nothing is left to wait for and there is no result, the run has failed.
 */
export async function start(argv: readonly string[]): Promise<void> {
  let isBroken = false;
  const uncaught = new Promise<never>((_, reject) => {
    process.on('uncaughtException', error => {
      isBroken = true;
      reject(error);
    });
  });
  uncaught.catch(() => {});
  process.exitCode = 1;
  process.exitCode = await run(argv, processHost(), {uncaught});
  if (!isBroken) return;
  const {flushed} = await import('./output/text/terminal.js');
  await flushed(process.stderr);
  process.exit();
}
