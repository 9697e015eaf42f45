import type {Permit} from '../../api/describe/permit.js';
import {checkStarts} from '../../commands/agree.js';
import {cannotDo, type Effect, effectOf, join, starting, startsInWords} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import fields from '../../endpoints/fields.js';
import lists from '../../endpoints/lists.js';
import {DeclinedError} from '../../errors.js';
import {counted, number} from '../../words/sentence.js';
import {type Ended, noWork} from '../../work/ending.js';
import {firstReasons} from '../file/rejects.js';
import {filesAtEnd, type Job} from './job.js';
import {factsOfRows, nothingAdded, planInWords, toReport} from './report.js';

/**
 * Shows what is about to happen, and asks once, unless a person has agreed to all of it before. Mail that the import
 * would start needs an option, or this answer.
 */
export async function gateImport(
  job: Job,
  {leadsBack = false, isAgreed = false}: {readonly leadsBack?: boolean; readonly isAgreed?: boolean} = {},
): Promise<Permit<'creates'>> {
  const {context, plan, checked, files, automations, settings} = job;
  const {allowAutomations} = settings;
  const shown = {...job, files: filesAtEnd(job)};
  const [title = '', rows = '', ...more] = planInWords(shown);
  context.notice(title);
  context.notice(rows, factsOfRows(job));
  for (const line of more) context.notice(line);
  // If they are in a file already, they were reported when it was written.
  if (checked.rejected > 0 && files.rejected === undefined) await tellRejected(job);
  if (plan.send === 0) return context.agree(effectOfImport(job));
  await context.mayChange();
  if (!allowAutomations && !context.globals.dryRun) checkStarts(context, starting(automations));
  const isOpen = !isAgreed || (automations.length > 0 && !allowAutomations);
  if (isOpen && context.ask.possible && !context.globals.yes) {
    if (!(await context.ask.confirm(questionFor(job), {leadsBack}))) throw new DeclinedError('Nothing was changed.');
  }
  return context.agree(effectOfImport(job), {
    settled: 'a person has said yes, or the line needs none',
    allowAutomations,
  });
}

/** The report of an import that is only rehearsed: the one function that asks gets its effect, and only tells. */
export async function rehearsed(job: Job): Promise<Ended> {
  await job.context.agree(effectOfImport(job));
  return toReport(job, nothingAdded('planned', job.files), noWork);
}

/** What an import does: it may make its list and fields, adds people, starts automations, and rejects rows. */
export const effectOfImport = ({plan, list, checked, automations, settings}: Job): Effect<'creates'> =>
  join(
    effectOf('creates', lists, list.id === undefined ? 1 : 0),
    effectOf('creates', fields, checked.newFields.length),
    effectOf('creates', contacts, plan.send, {starts: starting(automations)}),
    cannotDo(settings.skipsRejected ? 0 : checked.rejected, 'these rows are rejected'),
  );

function questionFor({plan, list, automations, checked}: Job): string {
  const skipped = checked.rejected === 0 ? '' : ` and skip ${counted(checked.rejected, 'row')}`;
  return `Import ${counted(plan.send, 'contact')} into "${list.name}"${skipped}${startsInWords(starting(automations))}?`;
}

async function tellRejected({context, checked}: Job): Promise<void> {
  const reasons = firstReasons();
  for await (const row of checked.rejectedRows()) reasons.see(row);
  context.notice(`  ${counted(checked.rejected, 'row')} cannot be imported:`);
  for (const sentence of reasons.first) context.notice(`    ${sentence}`);
  if (reasons.more > 0) context.notice(`    and ${number(reasons.more)} more`);
}
