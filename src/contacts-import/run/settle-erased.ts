import type {Context} from '../../commands/command.js';
import type {Door} from '../../who-left/door.js';
import {erasedInWords} from '../../who-left/erased-in-words.js';
import {canAsk} from '../../who-left/let-in.js';
import type {Checked} from '../file/contract.js';
import {decideRow, makePlan, type Plan, type RowFacts} from '../send/plan.js';

type Facts = RowFacts & {readonly door: Door};

/** Says that people of a file were erased here. They come back only if somebody at a terminal says yes. */
export async function settleErased<F extends Facts>(
  context: Context,
  checked: Checked,
  facts: F,
): Promise<{readonly facts: F; readonly plan: Plan}> {
  const plan = makePlan(checked, facts);
  if (plan.erased === 0) return {facts, plan};
  const days: string[] = [];
  for (const row of checked.goodAddresses())
    if (decideRow(row, facts) === 'erased') days.push(facts.door.erasedOn(row.address) ?? '');
  const what = erasedInWords(days, plan.names.erased);
  context.progress.clear();
  if (!canAsk(context)) {
    context.warn(`${what} emk does not import them. To let a person in again: emk contacts erase ADDRESS --forget`);
    return {facts, plan};
  }
  if (!(await context.ask.confirm(`${what} Import anyway?`))) return {facts, plan};
  const letIn = {...facts, door: facts.door.lettingErasedIn()};
  return {facts: letIn, plan: makePlan(checked, letIn)};
}
