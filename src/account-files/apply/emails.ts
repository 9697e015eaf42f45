import {createOne} from '../../commands/verbs/create.js';
import type {Listed} from '../../commands/verbs/removal.js';
import schedules, {operations} from '../../endpoints/automation-schedules.js';
import {answeredIfFailed} from '../../work/steps.js';
import {textOf} from '../account/entries.js';
import type {Id} from '../folder/made-records.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Value} from '../kinds/shape.js';
import {memberItem} from './after-record.js';
import {removeAll} from './remove-records.js';
import type {ApplyWork} from './work.js';

/** Adds emails to an automation, one by one, and writes down each. */
export async function addEmails(work: ApplyWork, name: string, utr: Id, emails: readonly Value[]): Promise<void> {
  const {context, names, journal} = work;
  const {host} = context;
  const {below = {}} = kinds.automations.keys['emails'] ?? {};
  for (const email of emails) {
    const form = await names.toForm(below, email as Entry);
    const subject = String((email as Entry)['subject'] ?? '');
    let step: number | undefined;
    const result = await answeredIfFailed(
      journal,
      () => step,
      () =>
        createOne(
          context,
          {
            operation: operations.add,
            async agreed(lastRow) {
              const startedAt = host.now().getTime();
              const items = [memberItem('automations', name, subject)];
              step = journal.begin('creates', {items}, {since: {lastRow, startedAt}});
              return work.permit;
            },
          },
          {...form, utr},
          {
            of: schedules,
            within: () => ({utr}),
            by: ['subject', 'waiting_period', 'waiting_type'],
            blind: false,
          },
        ),
    );
    const added = result.kind === 'record' ? textOf((result.record as {utr?: unknown}).utr) : '';
    if (step !== undefined) journal.answer(step, 'acknowledged', {made: [[added, added]]});
  }
}

export async function removeEmails(work: ApplyWork, name: string, utr: Id, emails: readonly string[]): Promise<void> {
  await removeAll(work.context, {...emailsOf(utr), permit: work.permit}, emails);
  for (const value of emails) work.journal.note({kind: 'undone', item: memberItem('automations', name, value)});
}

/** Where the emails of an automation are listed. */
export const emailsOf = (automation: Id): Listed => ({of: schedules, listInput: {utr: automation}});
