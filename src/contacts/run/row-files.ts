import {createHash} from 'node:crypto';
import {createReadStream, rmSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../commands/command.js';
import {PartialError, PreflightError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import {createEmpty} from '../../core/system/kept-file.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Checked, RejectedRow, RowKey} from '../file/contract.js';
import {firstReasons, placeAtEnd, refusedPath, takePlaceOf, writeRejects} from '../file/rejects.js';
import {state} from '../file/rows.js';
import {filesWritten} from '../journal/runs.js';
import type {ListOnService} from '../send/list.js';
import type {Sending} from '../send/send.js';
import type {Draft} from './plan.js';
import type {RejectedLine, ResultFiles} from './result.schema.js';

/** How many rejected rows a result has. */
export const MOST_REJECTED = 1000;

type Saved = Pick<Draft, 'files' | 'rejects'>;

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to. `stops` means that the import ends here anyway, so a failure to write a file
 * beside the source is not an error.
 */
export async function saveRejects(
  {warn, globals}: Pick<Context, 'warn' | 'globals'>,
  {checked, source, settings}: Pick<Draft, 'checked' | 'source' | 'settings'>,
  stops: boolean,
): Promise<Saved> {
  const {rejects: asked} = settings;
  if (checked.rejected === 0) return {files: {}};
  const reasons = firstReasons({hasLines: !source.pasted});
  const rejects: RejectedLine[] = [];
  const see = (row: RejectedRow): void => {
    reasons.see(row);
    const {line, reason, raw} = row;
    if (rejects.length < MOST_REJECTED) rejects.push({line, reason, row: Buffer.from(raw).toString()});
  };
  const onlyTold = async (): Promise<Saved> => {
    if (rejects.length === 0) for await (const row of checked.rejectedRows()) see(row);
    for (const sentence of reasons.sentences(undefined)) warn(sentence);
    return {files: {}, rejects};
  };
  if (globals.dryRun && asked === null) return onlyTold();
  try {
    const files = await writeRejects(checked, {wanted: asked ?? source.rejects, source: source.path}, see);
    const isInPlace = !stops && asked === null && source.rejects === source.path;
    for (const sentence of reasons.sentences((isInPlace ? placeAtEnd(source.path) : files).reasons)) warn(sentence);
    return {files, rejects};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    const told = await onlyTold();
    // The source's folder may not be writable, so another place helps.
    if (!stops || asked !== null)
      throw new PreflightError(trouble.message, {
        cause: trouble.cause,
        hint: 'Name another file for them: --rejects FILE',
      });
    warn(`emk could not save the rejected rows. ${trouble.message}`);
    return told;
  }
}

/** Whether a file of rejected rows is imported, which its remaining rows replace at the end. */
const replacesItsFile = ({source, settings, files}: Pick<Draft, 'source' | 'settings' | 'files'>): boolean =>
  settings.rejects === null && source.rejects === source.path && files.rejected !== undefined;

/** The files as the import will leave them, if it ends well. */
export const filesAtEnd = (draft: Pick<Draft, 'source' | 'settings' | 'files'>): ResultFiles =>
  replacesItsFile(draft) ? {...draft.files, ...placeAtEnd(draft.source.path)} : draft.files;

/** After importing a file of rejected rows, leaves one such file instead of two. */
export async function rejectsInPlace(draft: Draft): Promise<ResultFiles> {
  const {source, checked, files} = draft;
  const {rejected, reasons} = files;
  if (rejected === undefined || reasons === undefined || !replacesItsFile(draft)) return {};
  const moved = checked.sha256().then(sha256 => takePlaceOf(source.path, sha256, {rejected, reasons}));
  return (await moved.catch(() => undefined)) ?? {};
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
    const wanted = refusedPath(settings.rejects ?? source.rejects);
    const files = await writeRejects({...checked, rejectedRows}, {wanted, replaces: written.size === 0});
    return {refused: files.rejected, refused_reasons: files.reasons};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    context.warn(`emk could not save the rows that the service refused. ${trouble.message}`);
    return {};
  }
}

type Here = Pick<Sending, 'host' | 'journal'>;

/** Writes the rows that did not arrive as they are in the file. */
export function writeMissing(here: Here, {states, original, rowsAt}: Checked, beside: string): Promise<string> {
  async function* text() {
    if (original.mark) yield Uint8Array.of(0xef, 0xbb, 0xbf);
    yield original.header;
    for await (const {raw} of rowsAt({has: line => states.of(line) === state.missing})) {
      yield '\n';
      yield raw;
    }
    yield '\n';
  }
  return write(here, 'missing', text(), beside);
}

/** Names contacts in the list more than once: the oldest stays, on every machine, with `contacts delete --doubles`. */
export async function writeDuplicates(
  here: Here,
  {states, goodKeys}: Checked,
  list: ListOnService,
  beside: string,
): Promise<string> {
  const rows: RowKey[] = [];
  await forEachRecord(goodKeys(), row => {
    if (states.of(row.line) === state.twice) rows.push(row);
  });
  const ids = new Map<string, number[]>(rows.map(({address}) => [address, []]));
  await forEachRecord(list.contacts(), ({id, email}) => {
    ids.get(foldAddress(email ?? ''))?.push(id);
  });
  const {csvLines} = await import('../../csv/bytes/write-lines.js');
  const toLines = csvLines({raw: true});
  const listed = rows.flatMap(({line, address}) => {
    const [keep, ...surplus] = (ids.get(address) ?? []).sort((one, other) => one - other);
    return keep === undefined ? [] : [[line, address, keep, surplus.join(' ')]];
  });
  return write(here, 'duplicates', [toLines([['line', 'email', 'keep', 'surplus'], ...listed])], beside);
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

/** Writes a result file, and its hash into the journal, so that a later run may replace it. */
async function write(
  {host, journal}: Here,
  word: string,
  text: Parameters<typeof writeBeside>[2],
  beside: string,
): Promise<string> {
  const {path, sha256} = await writeBeside(beside, word, text, filesWritten(host));
  journal.note({kind: 'wrote', path, sha256});
  return path;
}

type Written = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Writes what became of a file's rows beside it: `leads.csv` gives `leads.missing.csv`. `earlier` are files that emk
 * wrote before. They are replaced unless somebody changed them, so that a nightly run leaves one file and not one per
 * night. Other files are never overwritten: the name becomes `leads.missing.2.csv`.
 */
export async function writeBeside(
  source: string,
  word: string,
  text: AsyncIterable<string | Uint8Array> | Iterable<string>,
  earlier: Written = new Map(),
): Promise<{readonly path: string; readonly sha256: string}> {
  const {path, replaces} = await reserve(source, word, earlier);
  try {
    await writeWhole(path, text);
    return {path, sha256: await sha256Of(path)};
  } catch (error) {
    if (!replaces) rmSync(path, {force: true});
    throw error;
  }
}

/** Reserves the first free name with an empty file, or takes that of an earlier run's file. */
async function reserve(
  source: string,
  word: string,
  earlier: Written,
): Promise<{readonly path: string; readonly replaces: boolean}> {
  const stem = join(dirname(source), basename(source, extname(source)));
  for (let number = 1; ; number++) {
    const path = `${stem}.${word}${number === 1 ? '' : `.${number}`}.csv`;
    if (await createEmpty(path)) return {path, replaces: false};
    if (earlier.get(path)?.has(await sha256Of(path).catch(() => ''))) return {path, replaces: true};
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
