import {UsageError} from '../errors.js';
import {type Format, formatOf} from '../output/results/format.js';
import {orList} from '../words/list.js';
import type {Command} from './command.js';
import type {Flags, Globals} from './globals.js';

/** The formats of commands that print neither a record nor a list of records: text for people, or the same as JSON. */
export const ownFormats = ['table', 'json', 'jsonl', 'md'] as const satisfies readonly Format[];

/**
Refuses a format that the line names and its command cannot print, before anything is done. A format that is only
configured is ignored instead: it says how lists should look, and must not make other commands fail.
*/
export function refuseFormat(path: readonly string[], {formats, makesFile}: Command, flags: Flags): void {
  const {out} = flags;
  const output = flags.output ?? (out === undefined || makesFile ? undefined : formatOf(String(out)));
  if (formats === undefined || output === undefined || formats.some(format => format === output)) return;
  const others = orList(formats);
  throw new UsageError(`"emk ${path.join(' ')}" cannot print ${String(output)}.`, {hint: `It can print ${others}.`});
}

/** Who asks for JSON must not get CSV or HTML with it: without a file there is nothing for JSON to tell of. */
export function refuseUntold({asked}: Pick<Globals, 'asked'>, form: string): void {
  if (asked !== 'json' && asked !== 'jsonl') return;
  throw new UsageError(`Without a file, this prints ${form} and no ${asked}.`, {
    hint: `Leave -o ${asked} out, or name a file: then ${asked} tells its size and its sha256.`,
  });
}
