import {createAsk} from '../ask/terminal/create-ask.js';
import type {TypedValues} from '../change/ask.js';
import type {Globals, GlobalsOfRun} from '../change/context.js';
import type {Command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import {beginAt, placeIn, twoFiles} from '../commands/file-place.js';
import {UsageError} from '../core/errors.js';
import {tellingFileTrouble} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import type {UnfinishedFile} from '../core/system/whole-file.js';
import {counted} from '../core/words/sentence.js';
import type {WrittenFile} from '../output/results/documents.js';
import {formatOf, formats} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import type {Run} from './context.js';

/** The file that a run writes to instead of stdout. */
export type OutFile = {
  readonly host: Host;
  readonly globals: GlobalsOfRun;
  readonly draft: UnfinishedFile;
  /** Finishes the file and returns the report about it; undefined if there was nothing to write. */
  finish(result: Result, rows: number | undefined): Promise<FileReport | undefined>;
};

/** The report about a file: a sentence, and data for programs. */
export type FileReport = {readonly sentence: string; readonly data: WrittenFile};

/** Begins the file that a line names, before anything is asked or read. Undefined if the output goes to stdout. */
export async function fileFor(command: Command, values: TypedValues, run: Run): Promise<OutFile | undefined> {
  const {host, globals, messages} = run;
  const fileName = nameFor(command, values, globals);
  if (fileName === undefined) {
    if (command.writes === 'csv') refuseUntold(globals, 'CSV');
    return undefined;
  }
  const ask = createAsk(host, {...globals, maskKeys: messages.maskKeys});
  // The dry run of a command that makes a file leaves only the draft.
  const isRehearsal = globals.dryRun && globals.out === undefined;
  const place = await placeIn({ask, host}, fileName, isRehearsal || globals.overwrite);
  const draft = await beginAt(place);
  const output = command.writes === 'csv' ? globals.output : (globals.asked ?? formatOf(fileName) ?? globals.output);
  return {
    // Output for a file is made as for a pipe: without a width and without colours.
    host: Object.create(host, {stdout: {value: draft.stream}}),
    globals: {...globals, output, color: false},
    draft,
    async finish(result, rows) {
      if (result.kind === 'nothing' && draft.isEmpty()) return undefined;
      if (isRehearsal) return {sentence: `${place.name} would be written.`, data: {path: place.name}};
      await tellingFileTrouble(() => draft.finish());
      const made = result.kind === 'raw' ? result.made?.() : undefined;
      const noun = result.kind === 'records' ? ` ${counted(rows ?? 0, result.noun.one, result.noun.many)} to` : '';
      return {
        sentence: made?.sentence(place.name) ?? `Wrote${noun} ${place.name}.`,
        data: {path: place.name, rows: made?.rows ?? rows ?? null, ...made?.data},
      };
    },
  };
}

/** The file name from `--out` or from the command's own parameter; `-` is stdout. */
function nameFor({writes}: Command, values: TypedValues, {out}: Globals): string | undefined {
  if (formats.some(format => format === out))
    throw new UsageError(`--out needs a file, and "${out}" is a format.`, {hint: `Did you mean --output ${out}?`});
  const own = writes === 'csv' ? values['file'] : undefined;
  const file = typeof own === 'string' && own !== '-' ? own : undefined;
  if (file !== undefined && out !== undefined) throw twoFiles(file, out);
  return file ?? (out === '-' ? undefined : out);
}
