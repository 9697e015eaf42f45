import type {TypedValues} from '../change/ask.js';
import type {Globals} from '../change/context.js';
import {UsageError} from '../core/errors.js';
import {orList} from '../core/words/sentence.js';
import {type Format, formatOf, formats, readerOf, standardFormat} from '../output/results/format.js';
import {allOf} from '../output/results/result.js';
import type {Command} from './command.js';
import type {Flags} from './globals.js';

/** The formats that a command can print, depending on what it returns. */
export function formatsOf({gives, writes}: Pick<Command, 'gives' | 'writes'>): readonly Format[] {
  const [usual] = allOf(gives);
  if (usual === 'conversation') return [standardFormat];
  if (typeof usual === 'object' && 'document' in usual) return formats.filter(format => readerOf(format) !== 'rows');
  if (writes !== 'csv') return formats;
  // People read a sentence about the file, and programs get data about it.
  return formats.filter(format => format === standardFormat || format === 'csv' || readerOf(format) === 'programs');
}

/** Refuses a format that the line names and the command cannot print. A configured one is ignored instead. */
export function refuseFormat(
  path: readonly string[],
  command: Command,
  {flags, values}: {readonly flags: Flags; readonly values: TypedValues},
): void {
  const {out} = flags;
  const able = formatsOf(command);
  const output = flags.output ?? (out === undefined || hasOwnForm(command) ? undefined : formatOf(String(out)));
  if (command.writes === 'csv' && flags.output !== 'csv') refuseEnding(command, values['file'] ?? out, ['csv']);
  else if (output === undefined && !hasOwnForm(command) && !allOf(command.gives).includes('text'))
    refuseEnding(command, out, able);
  const found = able.find(format => format === output);
  if (output === undefined || found !== undefined) return;
  throw new UsageError(`"emk ${path.join(' ')}" cannot print ${String(output)}.`, {
    hint: `It can print ${orList(able)}.`,
  });
}

/** Refuses the ending of a format that nobody writes: a spreadsheet program cannot open a table that is called .xlsx. */
function refuseEnding(command: Command, out: unknown, able: readonly Format[]): void {
  const name = String(out ?? '');
  const [ending] = /\.[a-z]\w*$/i.exec(name) ?? [];
  const isPage = command.writes === 'page' && /^\.html?$/i.test(ending ?? '');
  if (ending === undefined || isPage || able.some(format => formatOf(name) === format)) return;
  throw new UsageError(`emk does not write ${ending} files here, so nothing was read or written.`, {
    hint: `Use another ending, or say the format too: -o ${orList(able)}`,
  });
}

/** Takes `--out report.html` as the page of a command that makes one, unless its own parameter names the page. */
export function withPage<L extends {readonly flags: Flags; readonly values: TypedValues}>(
  {writes}: Command,
  line: L,
): L {
  const {out, ...flags} = line.flags;
  if (writes !== 'page' || line.values['file'] !== undefined || !/\.html?$/i.test(String(out))) return line;
  return {...line, flags, values: {...line.values, file: out as string}};
}

/** Whether the ending of a file does not choose the format, because the command prints in a form of its own. */
const hasOwnForm = ({gives, writes}: Command): boolean => writes === 'csv' || allOf(gives)[0] === 'conversation';

/** Refuses a data format for a command that prints its file: without a file, there is nothing to report as data. */
export function refuseUntold({asked}: Pick<Globals, 'asked'>, form: string): void {
  if (asked === undefined || readerOf(asked) !== 'programs') return;
  throw new UsageError(`Without a file, this prints ${form}, not ${asked}.`, {
    hint: `Remove -o ${asked}, or name a file: then ${asked} tells of it.`,
  });
}
