import {capital} from '../../words/letters.js';
import {andList, quoted} from '../../words/list.js';
import {refuseAutomations} from '../run/gate-import.js';
import {placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import type {SyncPlan} from './plan-sync.js';
import {planInWords, todoIn} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete, and an option to start mail. */
export async function gateSync(plan: SyncPlan): Promise<void> {
  const {job, sync, list} = plan;
  const {context, type, automations} = job;
  for (const line of planInWords(plan, placeUnlessSaid(job, true))) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  refuseAutomations(job, 'sync');
  const removed = sync.gone === 'report' ? 0 : list.gone.ids.length;
  if (!context.ask.possible && removed === 0) return;
  const starts = automations.length === 0 ? '' : `, which starts ${quoted(automations)}`;
  const work = andList(todoIn(plan));
  await context.confirm({
    what: `${capital(work)} in "${type.name}"${starts}`,
    // The limit on removals is checked above, by an option that knows the size of the list.
    ...(sync.gone === 'delete' ? {deletes: removed, maxDelete: removed} : {}),
  });
}
