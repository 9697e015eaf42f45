import type {Context} from '../../commands/command.js';
import {PreflightError} from '../../errors.js';
import {fileTrouble} from '../../system/file-trouble.js';
import type {Checked, RejectedRow} from '../file/contract.js';
import {firstReasons, placeAtEnd, writeRejects} from '../file/rejects.js';
import type {RejectedLine} from '../run/import-result.schema.js';
import {type Job, mostRejectedLines} from '../run/job.js';

/** Where rejected rows went, and the first of them for the result. */
type Saved = Pick<Job, 'files' | 'rejects'>;

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to. `stops` means that the import ends here anyway, so a failure to write a file
 * beside the source is not an error.
 */
export async function saveRejects(
  {warn, globals}: Context,
  {checked, source, settings}: Pick<Job, 'checked' | 'source' | 'settings'>,
  stops: boolean,
): Promise<Saved> {
  const {rejects: asked} = settings;
  const {pasted} = source;
  if (checked.rejected === 0) return {files: {}};
  if (globals.dryRun && asked === null) return {files: {}, rejects: await tellReasons(checked, warn, pasted)};
  const reasons = firstReasons({hasLines: !pasted});
  const rejects = firstRows();
  try {
    const files = await writeRejects(checked, {wanted: asked ?? source.rejects, source: source.path}, row => {
      reasons.see(row);
      rejects.see(row);
    });
    const isInPlace = !stops && asked === null && source.rejects === source.path;
    for (const sentence of reasons.sentences((isInPlace ? placeAtEnd(source.path) : files).reasons)) warn(sentence);
    return {files, rejects: rejects.rows};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    const told = await tellReasons(checked, warn, pasted);
    if (!stops || asked !== null) throw elsewhere(trouble);
    warn(`emk could not save the rejected rows. ${trouble.message}`);
    return {files: {}, rejects: told};
  }
}

async function tellReasons(checked: Checked, warn: Context['warn'], pasted = false): Promise<Saved['rejects']> {
  const reasons = firstReasons({hasLines: !pasted});
  const rejects = firstRows();
  for await (const row of checked.rejectedRows()) {
    reasons.see(row);
    rejects.see(row);
  }
  for (const sentence of reasons.sentences(undefined)) warn(sentence);
  return rejects.rows;
}

/** Keeps the first rows for programs, which cannot read the files. */
function firstRows(): {readonly rows: readonly RejectedLine[]; see(row: RejectedRow): void} {
  const rows: RejectedLine[] = [];
  return {
    rows,
    see({line, reason, raw}) {
      if (rows.length < mostRejectedLines) rows.push({line, reason, row: Buffer.from(raw).toString()});
    },
  };
}

/** Adds to an error how to name another place, because the source's folder may not be writable. */
const elsewhere = (trouble: PreflightError): PreflightError =>
  new PreflightError(trouble.message, {cause: trouble.cause, hint: 'Name another file for them: --rejects FILE'});
