import type {Context} from '../../commands/command.js';
import {startedAutomations} from '../../mailings/started.js';
import {nobodyLeft, nobodyMoves, openDoor} from '../../who-left/door.js';
import {counted, number} from '../../words/sentence.js';
import {covers, type Ranges} from '../../work/ranges.js';
import type {Checked} from '../file/contract.js';
import {emptyBaseline, readBaseline} from '../send/baseline.js';
import {refuseIfGone} from '../send/listing.js';
import {makePlan, noPlan} from '../send/plan.js';
import {importService} from '../send/service.js';
import type {Job, PlannedJob} from './job.js';

/** A checked file, and the list that it goes into. */
export type ImportDraft = Omit<Job, 'baseline' | 'facts' | 'plan' | 'automations'>;

/** Reads who is listed and who unsubscribed, if a row is left to decide about, and decides. Changes nothing. */
export async function planJob(draft: ImportDraft, earlier: Ranges = []): Promise<PlannedJob> {
  const {context, list, settings, checked} = draft;
  if (!hasRest(checked, earlier)) return {...unplanned(draft, earlier), admit: nobodyMoves};
  context.progress.show({label: `Reading the list of ${list.name}`});
  const baseline =
    list.id === undefined ? emptyBaseline() : await readBaseline(importService(context, list.id), checked);
  await refuseIfGone(context, list, baseline);
  if (!baseline.complete) warnIncomplete(context, baseline.listed, baseline.count);
  const door = await openDoor(context, {include_unsubscribed: settings.includeUnsubscribed});
  const facts = {listed: baseline.result, door, earlier};
  const plan = await makePlan(checked, facts);
  const automations =
    list.id === undefined || plan.send === 0 ? [] : await startedAutomations(context, {list: list.id});
  context.progress.clear();
  return {...draft, baseline, facts, admit: door.admit, plan, automations};
}

function hasRest({goodLines}: Checked, earlier: Ranges): boolean {
  for (const line of goodLines()) if (!covers(earlier, line)) return true;
  return false;
}

/** A job without the service's list: before it is read, or because all rows were sent before. */
export const unplanned = (draft: ImportDraft, earlier: Ranges = []): Job => ({
  ...draft,
  baseline: emptyBaseline(),
  facts: {listed: emptyBaseline().result, door: nobodyLeft, earlier},
  plan: {...noPlan(), earlier: earlier.length > 0 ? draft.checked.good : 0},
  automations: [],
});

function warnIncomplete({warn}: Context, listed: number, count: number | undefined): void {
  const counts = count === undefined ? 'does not say how many there are' : `counts ${number(count)}`;
  warn(
    `The service shows ${counted(listed, 'contact')} on this list but ${counts}, so some contacts may be hidden. emk ` +
      'adds their rows again, and they may end up there twice. If an answer is lost, emk may not be able to tell if ' +
      'its rows arrived, and stops.',
  );
}
