import {run} from './cli/main.js';
import {processHost} from './system/host.js';

/** Runs emk as this process. The exit code is set instead of forcing an exit, so that all output reaches slow readers. */
export async function start(argv: readonly string[]): Promise<void> {
  process.exitCode = await run(argv, processHost());
}
