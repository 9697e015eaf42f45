import {UsageError} from '../errors.js';
import {type Format, formatOf, formats, readerOf, standardFormat} from '../output/results/format.js';
import {allOf} from '../output/results/gives.js';
import {orList} from '../words/list.js';
import type {Command} from './command.js';
import type {Flags, Globals} from './globals.js';

/** The formats that a command can print, depending on what it returns. */
export function formatsOf({gives, makesFile}: Pick<Command, 'gives' | 'makesFile'>): readonly Format[] {
  const [usual] = allOf(gives);
  if (usual === 'conversation') return [standardFormat];
  if (typeof usual === 'object' && 'document' in usual && !usual.rows)
    return formats.filter(format => readerOf(format) !== 'rows');
  if (!makesFile) return formats;
  // People read a sentence about the file, and programs get data about it.
  const tells = (format: Format): boolean => format === standardFormat || readerOf(format) === 'programs';
  return formats.filter(format => tells(format) || format === makesFile.format);
}

/**
 * Refuses a format that the line names and the command cannot print, before anything is done. A format from the
 * configuration is ignored instead: it is meant for lists, and must not make other commands fail.
 */
export function refuseFormat(path: readonly string[], command: Command, flags: Flags): void {
  const {out} = flags;
  const output = flags.output ?? (out === undefined || command.makesFile ? undefined : formatOf(String(out)));
  const able = formatsOf(command);
  if (output === undefined || able.some(format => format === output)) return;
  throw new UsageError(`"emk ${path.join(' ')}" cannot print ${String(output)}.`, {
    hint: `It can print ${orList(able)}.`,
  });
}

/** Refuses a data format for a command that prints its file: without a file, there is nothing to report as data. */
export function refuseUntold({asked}: Pick<Globals, 'asked'>, form: string): void {
  if (asked === undefined || readerOf(asked) !== 'programs') return;
  throw new UsageError(`Without a file, this prints ${form} and no ${asked}.`, {
    hint: `Leave -o ${asked} out, or name a file: then ${asked} tells its size and its sha256.`,
  });
}
