import type {Context} from '../../commands/command.js';
import {undoImport} from '../../contacts-import/command/undo.js';
import {unasked} from './unasked.js';

/**
Deletes the contacts that a run of `applyContacts` has added, as far as they still are what they were then. `left` counts those
that somebody has changed since, and those that could not be deleted.
*/
export async function undoContacts(
  context: Context,
  run: string,
): Promise<{readonly deleted: number; readonly left: number}> {
  const {data, error} = await undoImport({...unasked(context), notice: () => undefined}, {id: run});
  if (error) throw error;
  return {deleted: data.deleted, left: data.changed};
}
