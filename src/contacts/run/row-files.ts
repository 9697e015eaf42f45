import {rmSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import type {Context} from '../../commands/command.js';
import {PartialError, PreflightError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import {createEmpty} from '../../core/system/kept-file.js';
import {writeWhole} from '../../core/system/whole-file.js';
import type {Checked, RejectedRow} from '../file/contract.js';
import {firstReasons, refusedPath, rejectsPath, writeRejects} from '../file/rejects.js';
import {state} from '../file/rows.js';
import type {Draft} from './plan.js';
import {MOST_REJECTED, type RejectedLine, type ResultFiles} from './result.js';

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to.
 */
export async function saveRejects(
  {warn, globals}: Pick<Context, 'warn' | 'globals'>,
  {checked, source, settings}: Pick<Draft, 'checked' | 'source' | 'settings'>,
): Promise<Pick<Draft, 'files' | 'rejects'>> {
  const {rejects: asked} = settings;
  if (checked.rejected === 0) return {files: {}};
  const reasons = firstReasons();
  const rejects: RejectedLine[] = [];
  const see = (row: RejectedRow): void => {
    reasons.see(row);
    const {line, reason, raw} = row;
    if (rejects.length < MOST_REJECTED) rejects.push({line, reason, row: Buffer.from(raw).toString()});
  };
  if (globals.dryRun && asked === null) {
    for await (const row of checked.rejectedRows()) see(row);
    for (const sentence of reasons.sentences(undefined)) warn(sentence);
    return {files: {}, rejects};
  }
  const writing = writeRejects(checked, {wanted: asked ?? rejectsPath(source.beside), source: source.path}, see);
  const files = await writing.catch(error => {
    for (const sentence of reasons.sentences(undefined)) warn(sentence);
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    // The source's folder may not be writable, so another place helps.
    const hint = 'Name another file for them: --rejects FILE';
    throw new PreflightError(trouble.message, {cause: trouble.cause, hint});
  });
  for (const sentence of reasons.sentences(files.reasons)) warn(sentence);
  return {files, rejects};
}

/**
 * Writes the rows that the service refused, as in the file, each with its reason: `leads.csv` gives
 * `leads.refused.csv`. It is a separate file, because somebody may already have fixed rows in the file of the check. A
 * later run replaces it, but a resumed run does not, because it contains the first part. The report does not need it.
 */
export async function saveRefused(
  {checked, source, settings, context}: Draft,
  reasons: ReadonlyMap<number, string>,
  written: ReadonlySet<number>,
): Promise<ResultFiles> {
  const fresh = new Map([...reasons].filter(([line]) => !written.has(line)));
  if (fresh.size === 0) return {};
  async function* rejectedRows(): AsyncIterable<RejectedRow> {
    for await (const {line, raw} of checked.rowsAt(fresh))
      yield {line, raw, reason: `the service refused it: ${fresh.get(line) ?? ''}`};
  }
  try {
    const wanted = refusedPath(settings.rejects ?? rejectsPath(source.beside));
    const files = await writeRejects({...checked, rejectedRows}, {wanted, replaces: written.size === 0});
    return {refused: files.rejected, refused_reasons: files.reasons};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    context.warn(`emk could not save the rows that the service refused. ${trouble.message}`);
    return {};
  }
}

/** Writes the rows that did not arrive as they are in the file. */
export function writeMissing({states, original, rowsAt}: Checked, beside: string): Promise<string> {
  async function* text() {
    if (original.mark) yield Uint8Array.of(0xef, 0xbb, 0xbf);
    yield original.header;
    for await (const {raw} of rowsAt({has: line => states.of(line) === state.missing})) {
      yield '\n';
      yield raw;
    }
    yield '\n';
  }
  return writeBeside(beside, 'missing', text());
}

/** The news with the file that names the rows. If the file cannot be written, the news is still reported. */
export const withFile = (news: string, file: Promise<string>): Promise<string> =>
  file.catch(error => {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    throw new PartialError(`${news}, but emk could not write the file that names them. ${trouble.message}`, {
      cause: error,
    });
  });

/** Writes what became of a file's rows beside it: `leads.csv` gives `leads.missing.csv`, or `leads.missing.2.csv` if that is taken. */
export async function writeBeside(
  source: string,
  word: string,
  text: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<string> {
  const stem = `${join(dirname(source), basename(source, extname(source)))}.${word}`;
  let path = `${stem}.csv`;
  for (let number = 2; !createEmpty(path); number++) path = `${stem}.${number}.csv`;
  try {
    await writeWhole(path, text);
    return path;
  } catch (error) {
    rmSync(path, {force: true});
    throw error;
  }
}
