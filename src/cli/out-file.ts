import type {TypedValues} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {beginAt, type FilePlace, type MayReplace, placeIn, twoFiles} from '../commands/file-place.js';
import type {Globals, GlobalsOfRun} from '../commands/globals.js';
import {createAsk} from '../commands/prompts.js';
import {UsageError} from '../errors.js';
import {formatOf, formats} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import {tellingFileTrouble} from '../system/file-trouble.js';
import type {Host} from '../system/host.js';
import type {Draft, Written} from '../system/whole-file.js';
import {counted} from '../words/count.js';

/** The file that a run writes to instead of stdout. */
type OutFile = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly draft: Draft;
  readonly place: FilePlace;
  /** Whether a dry run leaves it at the draft. */
  readonly isRehearsal: boolean;
};

/** What there is to tell of a file: a sentence, and the same for programs. */
export type Told = {readonly sentence: string; readonly data: object};

type Run = {readonly host: Host; readonly globals: GlobalsOfRun};

/** Begins the file that a line names, before anything is asked or read. Undefined where the output goes to stdout. */
export async function fileFor(
  command: Command,
  values: TypedValues,
  {host, globals}: Run,
  maskKeys: (text: string) => string,
): Promise<OutFile | undefined> {
  const named = nameFor(command, values, globals);
  refuseMistaken(command, globals, named);
  if (named === undefined) {
    if (command.makesFile) refuseUntold(globals, command.makesFile.holds);
    return undefined;
  }
  const ask = createAsk(host, globals, maskKeys);
  const isRehearsal = globals.dryRun && globals.out === undefined;
  const mayReplace = isRehearsal ? {force: true} : replacing(command, values, globals);
  const place = await placeIn({ask, host}, named, mayReplace);
  const draft = await beginAt(place, host.interrupted);
  const output = command.makesFile ? globals.output : (globals.asked ?? formatOf(named) ?? globals.output);
  return {
    // What goes to a file is made as for a pipe: for no width, and without colours.
    host: Object.create(host, {stdout: {value: draft.stream}}),
    globals: {...globals, output, color: false},
    draft,
    place,
    isRehearsal,
  };
}

/** Puts the file in its place and gives what there is to tell of it; undefined where nothing was to be written. */
export async function finishFile(
  {draft, place, isRehearsal}: OutFile,
  result: Result,
  rows: number | undefined,
): Promise<Told | undefined> {
  if (result.kind === 'nothing' && draft.isEmpty()) return undefined;
  if (isRehearsal) return {sentence: `${place.name} would be written.`, data: {path: place.name}};
  const {bytes, sha256}: Written = await tellingFileTrouble(() => draft.finish());
  const made = result.kind === 'raw' ? result.made?.() : undefined;
  const noun = result.kind === 'records' ? ` ${counted(rows ?? 0, result.noun.one, result.noun.many)} to` : '';
  return {
    sentence: made?.sentence(place.name) ?? `Wrote${noun} ${place.name}.`,
    data: {path: place.name, rows: made?.rows ?? rows ?? null, bytes, sha256, ...made?.data},
  };
}

/** The name that the line gives, by `--out` or as the command's own file; `-` is stdout. */
function nameFor({makesFile}: Command, values: TypedValues, {out}: Globals): string | undefined {
  const own = makesFile && values[makesFile.param];
  const file = typeof own === 'string' && own !== '-' ? own : undefined;
  if (file !== undefined && out !== undefined) throw twoFiles(file, out);
  return file ?? (out === '-' ? undefined : out);
}

/** In other tools `--out` takes a format, and `--force` is a yes. Taken at their word they would do what nobody meant. */
function refuseMistaken({takes}: Command, {out, force}: Globals, named: string | undefined): void {
  if (formats.some(format => format === out)) {
    throw new UsageError(`--out takes a file, and "${out}" is a format.`, {
      hint: `Did you mean --output ${out}? A file of that name is --out ./${out}.`,
    });
  }
  const takesFile = Object.values(takes).some(({type, value}) => type === 'file' || value?.startsWith('file'));
  if (force && named === undefined && !takesFile && !takes['force']) {
    throw new UsageError('--force says that a file may be replaced, and --out names none.', {
      hint: 'Name the file with --out. To answer yes to every question, pass --yes.',
    });
  }
}

/** A command whose own `--force` overrules checks by name has a name for the file too; any other word leaves the file alone. */
function replacing({takes}: Command, {force}: TypedValues, globals: Globals): MayReplace {
  const own = takes['force'];
  if (!own) return {force: globals.force};
  if (!own.choices?.includes('file')) return {force: false, hint: 'Name another file.'};
  const isForced = Array.isArray(force) && force.includes('file');
  return {force: isForced, hint: 'Pass --force file to replace it, or name another file.'};
}
