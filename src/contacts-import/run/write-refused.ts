import type {Checked, RejectedRow} from '../file/contract.js';
import {refusedPath, writeRejects} from '../file/rejects.js';
import type {Tally} from '../send/tally.js';
import type {ResultFiles} from './import-result.schema.js';
import type {Job} from './job.js';

/**
 * Writes the rows that the service refused, as in the file, each with its reason: `leads.csv` gives
 * `leads.refused.csv`. It is a separate file, because somebody may already have fixed rows in the file of the check. A
 * later run replaces it, but a resumed run does not, because it contains the first part.
 */
export async function writeRefused({checked, source, settings}: Job, {refused, written}: Tally): Promise<ResultFiles> {
  const fresh = new Map([...refused].filter(([line]) => !written.has(line)));
  if (fresh.size === 0) return {};
  const files = await writeRejects(
    {...checked, rejectedRows: () => refusedRows(checked, fresh)},
    refusedPath(settings.rejects ?? source.rejects),
    undefined,
    !settings.keepFiles && written.size === 0,
  );
  return {refused: files.rejected, refused_reasons: files.reasons};
}

async function* refusedRows(checked: Checked, refused: ReadonlyMap<number, string>): AsyncIterable<RejectedRow> {
  for await (const {line, raw} of checked.rowsAt(refused)) {
    yield {line, raw, reason: `the service refused it: ${refused.get(line) ?? ''}`};
  }
}
