import {run} from './cli/main.js';
import {processHost} from './system/host.js';

/**
Runs emk as this process. The exit code is set instead of forcing an exit, so that all output reaches slow readers. An error
that nobody caught, wherever it was thrown, ends the run as any other does, with a sentence; only then is the exit forced,
because what broke may still be going on. Where nothing is left to wait for and yet there is no result, that is no success.
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
  process.exitCode = await run(argv, processHost(), uncaught);
  if (!isBroken) return;
  const {flushed} = await import('./output/text/terminal.js');
  await flushed(process.stderr);
  process.exit();
}
