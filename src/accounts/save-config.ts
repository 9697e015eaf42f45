import type {Context} from '../commands/command.js';
import {andList} from '../core/words/sentence.js';
import {doneResult, type Result} from '../output/results/result.js';
import type {Config} from './config-file.js';
import {keysIn} from './resolve.js';
import {changeConfig, readConfig} from './store.js';

export const configOf = ({host, warn}: Pick<Context, 'host' | 'warn'>): Config => readConfig(host, warn);

/** Saves a change to the profiles and settings; a dry run only says what would change. */
export async function saveConfig(
  {host, globals, notice}: Context,
  change: (now: Config) => Config,
  {name, sentence}: {readonly name: string; readonly sentence: string},
): Promise<Result> {
  if (globals.dryRun) {
    notice(`Without --dry-run: ${sentence}`);
    return {kind: 'nothing'};
  }
  await changeConfig(host, change);
  return doneResult(sentence, name);
}

/** Warns if the next command will not use the profile just chosen, because the environment names another account. */
export function warnIfOverridden({host, warn}: Pick<Context, 'host' | 'warn'>, profile: string): void {
  const keys = keysIn(host);
  if (keys.length > 0) warn(`The environment (${andList(keys)}) still overrides every profile.`);
  const fromEnvironment = host.env['EMK_PROFILE'];
  if (fromEnvironment && fromEnvironment !== profile) warn(`EMK_PROFILE still names the profile "${fromEnvironment}".`);
}
