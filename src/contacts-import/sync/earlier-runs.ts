import type {Target} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {NotFoundError, PreflightError, UnknownOutcomeError, UsageError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {covers} from '../../work/ranges.js';
import {assertUnchanged, sourceOf} from '../command/resumable.js';
import {dropCopy, keptSource} from '../file/source.js';
import {openRuns} from '../journal/open-runs.js';
import {continueJournal, type PastRun} from '../journal/runs.js';
import type {RestTimes} from '../journal/settings.js';
import {recordEnd} from '../run/ending.js';
import {prepare} from '../run/prepare.js';
import {collectAdded} from '../send/added-contacts.js';
import {readListing} from '../send/listing.js';
import {importService} from '../send/service.js';
import {waitForRest} from '../send/wait-for-rest.js';
import {unlookedRows} from '../undo/find-added.js';

export const interruptedRuns = ({host}: Context, {origin, key}: Target, listId: number): PastRun[] =>
  openRuns(host).filter(({header}) => header.list.id === listId && header.origin === origin && header.key === key);

/** Waits until the list has settled after an interrupted request: people about to arrive would look new. */
export async function waitUntilSettled(
  context: Context,
  listId: number,
  runs: readonly Pick<PastRun, 'header' | 'state'>[],
  times: RestTimes,
): Promise<void> {
  const pending = runs.filter(({state}) => state.open.size > 0);
  if (pending.length === 0) return;
  const ids = pending.map(({header}) => header.id).join(', ');
  context.notice(`${ids} stopped in the middle of a request, so emk waits until the list no longer changes.`);
  const {atRest} = await waitForRest(importService(context, listId), context.host, times, 'no answer', done =>
    context.progress.show({label: 'Waiting until the list stops changing', ...(done === undefined ? {} : {done})}),
  );
  context.progress.clear();
  if (atRest) return;
  throw new UnknownOutcomeError(`The list keeps changing, so emk cannot tell what happened to ${ids}.`, {
    hint: 'Nothing was changed. Run the same line again later.',
  });
}

/** Writes down what interrupted syncs had added, so that they can be undone: a later sync looks only at its own rows. */
export async function noteInterruptedRuns(context: Context, runs: readonly PastRun[]): Promise<void> {
  for (const run of runs) {
    if (!run.header.sync || unlookedRows(run.state).length === 0) continue;
    try {
      await noteAdded(context, run);
    } catch (error) {
      // Its file has changed, or cannot be read any more. New rows can still be sent.
      if (!(error instanceof PreflightError || error instanceof UsageError || error instanceof NotFoundError))
        throw error;
      context.warn(`emk cannot tell which contacts ${run.header.id} added before it stopped. ${error.message}`);
    }
  }
}

async function noteAdded(context: Context, run: PastRun): Promise<void> {
  const {header, state, folder} = run;
  const silent = {...context, warn: () => undefined, notice: () => undefined};
  const {checked} = await prepare(silent, sourceOf(context.host, run), header.settings);
  await assertUnchanged(checked, header);
  const lines = unlookedRows(state);
  const {result} = await readListing(importService(context, header.list.id), () => {
    const added = collectAdded(header.baseline.lastId ?? Number.POSITIVE_INFINITY);
    return {
      see(contact) {
        if (contact.email !== null && covers(lines, checked.lineOf(foldAddress(contact.email)))) added.see(contact);
      },
      result: () => added,
    };
  });
  const journal = continueJournal(folder);
  try {
    journal.note(result.record(lines));
  } finally {
    journal.close();
  }
}

/** Ends the syncs that a later sync of the same list has made pointless: nothing of them is left to resume. */
export function supersede(context: Context, runs: readonly PastRun[]): void {
  for (const {folder, header} of runs) {
    if (!header.sync) continue;
    const journal = continueJournal(folder);
    const nothing = {sent: 0, verified: 0, missing: 0, duplicates: 0, unknown: 0, files: {}};
    recordEnd({journal, host: context.host, tell: context}, {result: 'superseded', open: false, ...nothing});
    journal.close();
    dropCopy(keptSource(context.host, folder));
  }
}
