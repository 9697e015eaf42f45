import {PreflightError} from '../../errors.js';
import {capital} from '../../words/letters.js';
import {andList, quoted} from '../../words/list.js';
import {placeUnlessSaid} from '../run/report.js';
import {tooManyGone} from './limits.js';
import type {SyncPlan} from './plan-sync.js';
import {planInWords, todoIn} from './sync-words.js';

/** Shows what a sync is about to do, and asks. A script needs `--yes` to delete, and an option to start mail. */
export async function gateSync(plan: SyncPlan): Promise<void> {
  const {job, sync, list} = plan;
  const {context, type, automations, settings} = job;
  for (const line of planInWords(plan, placeUnlessSaid(job, true))) context.notice(line);
  const refusal = tooManyGone(plan);
  if (refusal) throw refusal;
  await context.mayChange();
  if (!context.ask.possible && automations.length > 0 && !settings.allowAutomations) {
    throw new PreflightError(`This sync would start live automations: ${quoted(automations)}.`, {
      hint:
        'Nothing was sent. If the new contacts should get that mail, add --allow-automations. If not, pause the ' +
        'automations.',
    });
  }
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
