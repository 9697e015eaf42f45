import type {Context} from '../../commands/command.js';
import {undoImport} from '../../contacts-import/command/undo.js';
import {pastRun} from '../../contacts-import/journal/runs.js';
import {unlookedRows} from '../../contacts-import/undo/find-added.js';
import {NotFoundError} from '../../errors.js';
import type {Host} from '../../system/host.js';

/** The largest number of contacts that a run may have added; undefined if its journal is not on this machine. */
export function countAdded(host: Host, run: string): number | undefined {
  try {
    const {header, state} = pastRun(host, run);
    const looked = state.added
      .flatMap(({looks}) => looks.flatMap(([, ids]) => ids))
      .reduce((sum, [first, last]) => sum + last - first + 1, 0);
    return unlookedRows(state).length === 0 ? looked : Math.max(looked, header.rows.toSend);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Deletes contacts that a run of `applyContacts` added. `left` counts those that were changed or stayed. */
export async function undoContacts(
  context: Context,
  run: string,
): Promise<{readonly deleted: number; readonly left: number}> {
  const {data, error} = await undoImport(context, {id: run});
  if (error) throw error;
  return {deleted: data.deleted, left: data.changed};
}
