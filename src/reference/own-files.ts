import {confirmLocalChange} from '../commands/agree.js';
import type {Context} from '../commands/command.js';
import {ConfigError} from '../errors.js';
import {doneResult} from '../output/results/done-result.js';
import type {Result} from '../output/results/result.js';
import {codeOf} from '../system/error-code.js';

/** What a command of the reference does with files outside of emk's folders, where a shell or `man` looks for them. */
type FileChange = {
  /** In words that follow "Without --dry-run:". */
  readonly what: string;
  readonly paths: readonly string[];
  /** What to do if it fails. */
  readonly hint: string;
  /** Does it, and says what was done. */
  make(): Promise<string>;
};

/** Asks, and then changes files outside of emk's folders. */
export async function changeFiles(context: Context, {what, paths, hint, make}: FileChange): Promise<Result> {
  if (context.globals.dryRun) {
    context.notice(`Without --dry-run: ${what}.`);
    return {kind: 'nothing'};
  }
  await confirmLocalChange(context, what);
  try {
    return doneResult(await make(), ...paths);
  } catch (cause) {
    throw cannot('written', paths.join(', '), {hint, cause});
  }
}

/** The error for a file that cannot be read or written. */
export const cannot = (verb: string, path: string, {hint, cause}: {hint: string; cause: unknown}): ConfigError =>
  new ConfigError(`${path} cannot be ${verb}${codeOf(cause) && ` (${codeOf(cause)})`}.`, {hint, cause});

/** The error for a file of somebody else that stands in the way. */
export const notOurs = (path: string): ConfigError =>
  new ConfigError(`${path} exists, and emk did not write it.`, {hint: 'Move it away, or leave things as they are.'});
