import {targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../change/context.js';
import {PreflightError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import type {RejectedRow} from '../file/contract.js';
import {FirstReasons, type Rejecting, rejectsPath, writeRejects} from '../file/rejects.js';
import {state} from '../file/rows.js';
import {pastRuns, wentInto} from '../journal/runs.js';
import type {Draft} from './plan.js';
import type {RejectedLine, ResultFiles} from './result.js';

/** The file of rows that are not imported, and what the result says of the first ones. */
type Saved = Pick<Draft, 'files' | 'rejects'>;

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to.
 */
export async function saveRejects({warn, globals}: Pick<Context, 'warn' | 'globals'>, draft: Draft): Promise<Saved> {
  const {checked, settings} = draft;
  if (checked.rejected === 0) return {files: {}};
  const reasons = new FirstReasons();
  const rejects: RejectedLine[] = [];
  const see = (row: RejectedRow): void => {
    reasons.see(row);
    keepFirst(rejects, row);
  };
  let files: ResultFiles = {};
  try {
    if (!globals.dryRun || settings.rejects !== undefined) files = await write(draft, checked, see);
    else await forEachRecord(checked.rejectedRows(), see);
    return {files, rejects};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    // The source's folder may not be writable, so another place helps.
    const hint = 'Name another file for them: --rejects FILE';
    throw new PreflightError(trouble.message, {cause: trouble.cause, hint});
  } finally {
    for (const sentence of reasons.sentences(files.reasons)) warn(sentence);
  }
}

/**
 * Writes the file again where rows did not come to the list although the check let them through, with the reasons of the
 * service or of the last look. If it cannot be written, the result is still told.
 */
export async function saveLeft(draft: Draft, refused: ReadonlyMap<number, string>): Promise<Saved> {
  const {checked, context, files, rejects} = draft;
  const {states} = checked;
  if (states.count(state.refused, state.missing) === 0) return {files, rejects};
  const reasonAt = (line: number): string | undefined =>
    ({
      [state.missing]: 'the service took it, and does not list it',
      [state.refused]: `the service refused it: ${refused.get(line) ?? ''}`,
    })[states.of(line)];
  async function* rejectedRows(): AsyncIterable<readonly RejectedRow[]> {
    if (checked.rejected > 0) yield* checked.rejectedRows();
    const isLeft = {has: (line: number) => reasonAt(line) !== undefined};
    for await (const rows of checked.rowsAt(isLeft))
      yield rows.map(({line, raw}) => ({line, raw, reason: reasonAt(line) ?? ''}));
  }
  const kept: RejectedLine[] = [];
  try {
    return {files: await write(draft, {...checked, rejectedRows}, row => keepFirst(kept, row)), rejects: kept};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    context.warn(`emk could not save the rows that are not in the list. ${trouble.message}`);
    return {files, rejects};
  }
}

function write({context, account, source, settings, list}: Draft, rows: Rejecting, see: (row: RejectedRow) => void) {
  // An import of the same file into another list writes the same header, and tells of other people.
  const isOwn = wentInto(targetOf(account), list.id);
  const ofOthers = pastRuns(context.host).filter(run => !isOwn(run));
  const others = new Set(ofOthers.flatMap(({header, state}) => Object.values({...header.files, ...state.end?.files})));
  return writeRejects(rows, {wanted: settings.rejects ?? rejectsPath(source.beside), source: source.path, others}, see);
}

function keepFirst(kept: RejectedLine[], {line, reason, raw}: RejectedRow): void {
  if (kept.length < MOST_REJECTED) kept.push({line, reason, row: Buffer.from(raw).toString()});
}

/** How many rejected rows a result has. */
const MOST_REJECTED = 1000;
