import {UsageError} from '../errors.js';
import type {Format} from '../output/format.js';
import type {Command} from './command.js';
import type {Flags} from './globals.js';

/** What can be printed that is neither a record nor a list of them: words for people, or the same as JSON. */
export const ownFormats = ['table', 'json', 'jsonl'] as const satisfies readonly Format[];

/**
Refuses a format that a line asks for and its command cannot print in, before anything is done. One that is only
configured gives way instead: it is how lists are wanted, and no reason to do nothing.
*/
export function refuseFormat(path: readonly string[], {formats}: Command, {output}: Flags): void {
  if (formats === undefined || output === undefined || formats.some(format => format === output)) return;
  const others = `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`;
  throw new UsageError(`"emk ${path.join(' ')}" cannot print ${String(output)}.`, {hint: `It can print ${others}.`});
}
