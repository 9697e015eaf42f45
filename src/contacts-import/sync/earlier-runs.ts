import type {Target} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {UnknownOutcomeError} from '../../errors.js';
import {dropCopy, keptSource} from '../file/source.js';
import {openRuns} from '../journal/open-runs.js';
import {continueJournal, type PastRun} from '../journal/runs.js';
import type {RestTimes} from '../journal/settings.js';
import {recordEnd} from '../run/ending.js';
import {importService} from '../send/service.js';
import {waitForRest} from '../send/wait-for-rest.js';

export const interruptedRuns = ({host}: Context, {origin, key}: Target, typeId: number | undefined): PastRun[] =>
  openRuns(host).filter(({header}) => header.type.id === typeId && header.origin === origin && header.key === key);

/** Waits until the list has settled after an interrupted request: people about to arrive would look new. */
export async function waitUntilSettled(
  context: Context,
  typeId: number,
  runs: readonly Pick<PastRun, 'header' | 'state'>[],
  times: RestTimes,
): Promise<void> {
  const pending = runs.filter(({state}) => state.open.size > 0);
  if (pending.length === 0) return;
  const ids = pending.map(({header}) => header.id).join(', ');
  context.notice(`${ids} stopped in the middle of a request, so emk waits until the list no longer changes.`);
  const {atRest} = await waitForRest(importService(context, typeId), context.host, times, 'no answer', done =>
    context.progress.show({label: 'Waiting until the list stops changing', ...(done === undefined ? {} : {done})}),
  );
  context.progress.clear();
  if (atRest) return;
  throw new UnknownOutcomeError(`The list keeps changing, so emk cannot tell what happened to ${ids}.`, {
    hint: 'Nothing was changed. Run the same line again later.',
  });
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
