import type {Context} from '../../commands/command.js';
import {addressesOnlyInFile} from '../../contacts-import/command/undo.js';
import type {PastRun} from '../../contacts-import/journal/runs.js';
import {importService} from '../../contacts-import/send/service.js';
import {unlookedRows} from '../../contacts-import/undo/find-added.js';
import {noteAdded} from '../../contacts-import/undo/note-added.js';
import {PreflightError, UsageError} from '../../errors.js';

/** Writes down what interrupted runs had added. Their copies of the file are deleted after this. */
export async function noteInterruptedRuns(context: Context, earlier: readonly PastRun[]): Promise<void> {
  for (const run of earlier) {
    const {id, sync, source, type} = run.header;
    if (!sync || !source.kept || unlookedRows(run.state).length === 0) continue;
    try {
      const addresses = await addressesOnlyInFile({...context, notice: () => undefined}, run);
      await noteAdded(importService(context, context, type.id), run, addresses);
    } catch (error) {
      // Its rows cannot be read any more, for example because a custom field was deleted. New rows can still be sent.
      if (!(error instanceof PreflightError || error instanceof UsageError)) throw error;
      context.warn(`The contacts that ${id} added before it broke off cannot be told from others. ${error.message}`);
    }
  }
}
