import {allRecords} from '../../api/answers/record-sources.js';
import type {Loose} from '../../api/describe/schema.js';
import {createOne, turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import type {Listed} from '../../commands/verbs/removal.js';
import automationEmails, {operations} from '../../endpoints/automation-emails.js';
import {holds} from '../../identity/identities.js';
import {answeredIfFailed} from '../../work/steps.js';
import {textOf} from '../account/entries.js';
import type {Id} from '../folder/made.js';
import {kinds} from '../kinds/kinds.js';
import type {Entry, Value} from '../kinds/shape.js';
import {memberItem} from './after-record.js';
import {removeAll} from './remove-records.js';
import type {ApplyWork} from './work.js';

/** Adds emails to an automation, one by one, and writes down each. Those that another run has added meanwhile are there. */
export async function addEmails(work: ApplyWork, name: string, utr: Id, emails: readonly Value[]): Promise<void> {
  if (emails.length === 0) return;
  const {below = {}} = kinds.automations.keys['emails'] ?? {};
  const forms: Loose[] = [];
  for (const email of emails) forms.push(await work.names.toForm(below, email as Entry));
  await work.context.takeTurns([turnFor(automationEmails, String(utr))], `the automation "${name}"`, async () => {
    const others = await addedSince(work, name, utr);
    for (const form of forms) {
      const wanted = Object.fromEntries(told.map(key => [key, form[key]]));
      const at = others.findIndex(row => holds(row, wanted));
      if (at < 0) await addEmail(work, name, utr, form);
      else others.splice(at, 1);
    }
  });
}

/** The emails that were not there when the files were compared with the account. */
async function addedSince({context, accountRecord}: ApplyWork, name: string, utr: Id): Promise<Loose[]> {
  if (context.globals.dryRun) return [];
  const known = new Set(accountRecord('automations', name)?.below.map(email => email['utr']));
  return allRecords(listedRecords(context, automationEmails, {utr}), email => !known.has(email['utr']));
}

/** What tells the emails of an automation apart. */
const told = ['subject', 'waiting_period', 'waiting_type'] as const;

async function addEmail({context, journal, permit}: ApplyWork, name: string, utr: Id, form: Loose): Promise<void> {
  const subject = String(form['subject'] ?? '');
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
            const startedAt = context.host.now().getTime();
            const items = [memberItem('automations', name, subject)];
            step = journal.begin('creates', {items}, {since: {lastRow, startedAt}});
            return permit;
          },
        },
        {...form, utr},
        {
          of: automationEmails,
          within: () => ({utr}),
          by: told,
        },
      ),
  );
  const added = result.kind === 'record' ? textOf((result.record as {utr?: unknown}).utr) : '';
  if (step !== undefined) journal.answer(step, 'acknowledged', {made: [[added, added]]});
}

export async function removeEmails(work: ApplyWork, name: string, utr: Id, emails: readonly string[]): Promise<void> {
  await removeAll(work.context, {...emailsOf(utr), permit: work.permit}, emails);
  for (const value of emails) work.journal.note({kind: 'undone', item: memberItem('automations', name, value)});
}

/** Where the emails of an automation are listed. */
export const emailsOf = (automation: Id): Listed => ({of: automationEmails, listInput: {utr: automation}});
