import type {Context} from '../../commands/command.js';
import {PreflightError} from '../../errors.js';
import {fileTrouble} from '../../system/file-trouble.js';
import type {Checked} from '../file/contract.js';
import {firstReasons, placeAtEnd, writeRejects} from '../file/rejects.js';
import type {ResultFiles} from '../run/import-result.schema.js';
import type {Job} from '../run/job.js';

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to. `stops` means that the import ends here anyway, so a failure to write a file
 * beside the source is not an error.
 */
export async function saveRejects(
  {host, warn, globals}: Context,
  {checked, source, settings}: Pick<Job, 'checked' | 'source' | 'settings'>,
  stops: boolean,
): Promise<ResultFiles> {
  const {rejects: asked, keepFiles} = settings;
  const {pasted} = source;
  if (checked.rejected === 0) return {};
  if (globals.dryRun && asked === null) {
    await tellReasons(checked, warn, pasted);
    return {};
  }
  const reasons = firstReasons({hasLines: !pasted});
  try {
    const files = await writeRejects(
      host,
      checked,
      {wanted: asked ?? source.rejects, replaces: !keepFiles, source: source.path},
      reasons.see,
    );
    const isInPlace = !stops && asked === null && source.rejects === source.path;
    for (const sentence of reasons.sentences((isInPlace ? placeAtEnd(source.path) : files).reasons)) warn(sentence);
    return files;
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    await tellReasons(checked, warn, pasted);
    if (!stops || asked !== null) throw elsewhere(trouble);
    warn(`emk could not save the rejected rows. ${trouble.message}`);
    return {};
  }
}

async function tellReasons(checked: Checked, warn: Context['warn'], pasted = false): Promise<void> {
  const reasons = firstReasons({hasLines: !pasted});
  for await (const row of checked.rejectedRows()) reasons.see(row);
  for (const sentence of reasons.sentences(undefined)) warn(sentence);
}

/** Adds to an error how to name another place, because the source's folder may not be writable. */
const elsewhere = (trouble: PreflightError): PreflightError =>
  new PreflightError(trouble.message, {cause: trouble.cause, hint: 'Name another file for them: --rejects FILE'});
