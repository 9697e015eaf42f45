import type {Context} from '../commands/command.js';
import {doneResult} from '../output/results/done-result.js';
import type {Result} from '../output/results/result.js';
import type {Config} from './config-file.js';
import {changeConfig, readConfig} from './store.js';

export const configOf = ({host, warn}: Pick<Context, 'host' | 'warn'>): Config => readConfig(host, warn);

/** Saves a change to the profiles and settings; a dry run only says what would change. */
export async function saveConfig(
  {host, globals, notice, warn}: Context,
  change: (now: Config) => Config,
  {name, sentence}: {readonly name: string; readonly sentence: string},
): Promise<Result> {
  if (globals.dryRun) {
    notice(`Without --dry-run: ${sentence}`);
    return {kind: 'nothing'};
  }
  const warning = await changeConfig(host, change);
  if (warning !== undefined) warn(warning);
  return doneResult(sentence, name);
}
