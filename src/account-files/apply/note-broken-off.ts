import type {Context} from '../../commands/command.js';
import {addressesOnlyInFile} from '../../contacts-import/command/undo.js';
import type {PastRun} from '../../contacts-import/journal/runs.js';
import {importService} from '../../contacts-import/send/service.js';
import {unlookedRows} from '../../contacts-import/undo/find-added.js';
import {noteAdded} from '../../contacts-import/undo/note-added.js';

/** Writes down what earlier runs have added before they broke off. Their copies of the file are dropped after this. */
export async function noteBrokenOff(context: Context, earlier: readonly PastRun[]): Promise<void> {
  for (const run of earlier) {
    const {sync, source, type} = run.header;
    if (!sync || !source.kept || unlookedRows(run.state).length === 0) continue;
    const addresses = await addressesOnlyInFile(context, run);
    await noteAdded(importService(context, context, type.id), run, addresses);
  }
}
