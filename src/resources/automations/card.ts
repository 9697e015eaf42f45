import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import {readSizes, sizesInWords} from '../../checks/audience-sizes.js';
import {recordOfList} from '../../checks/record-of-list.js';
import {findingRows} from '../../checks/strictness.js';
import type {Card} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {type automationEmail, operations as automationEmails} from '../../endpoints/automation-emails.js';
import automations, {type automation, operations} from '../../endpoints/automations.js';
import {operations as groups} from '../../endpoints/groups.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {counted} from '../../words/sentence.js';

/** What a person should know before an automation starts to mail: whom, how much, and how soon. */
export async function automationCard(context: Context, utr: string, findings: readonly Finding[] = []): Promise<Card> {
  const automation = await readRecord(context, automations, operations.details, {utr});
  const {automation_name: name} = automation;
  const whom = await whomItMails(context, automation);
  const group = await recordOfList(context, groups.list, Number(automation.unsubscribe_group_id));
  const emails = inOrder(await emailsOf(context, utr));
  const [first] = emails;
  const count = first ? `${counted(emails.length, 'email')}, the first ${waitInWords(first)}` : 'no emails yet';
  return {
    what: `Set automation "${name}" live, to mail ${whom}: ${count}`,
    question: `Set automation "${name}" live`,
    lines: [
      ['Mails', whom],
      ['Emails', count],
      ...emails
        .slice(0, SHOWN)
        .map((email, at) => [at === 0 ? 'Subjects' : '', `${email.subject}, ${waitInWords(email)}`] as const),
      ['Group', group?.group_name ?? 'none: the service needs one to start an automation'],
      ...findingRows(findings),
    ],
  };
}

/** How many emails a card names, so that the question stays visible. */
const SHOWN = 5;

/** The people whom an automation mails, with the size of the audience that they join. */
export async function whomItMails(
  context: Context,
  {automation_for: target, automation_for_table: table}: RecordOf<typeof automation>,
): Promise<string> {
  return target ? `people who join ${sizesInWords(await readSizes(context, [`${table}${target}`]))}` : 'nobody yet';
}

export const emailsOf = (
  {stream}: Pick<Context, 'stream'>,
  utr: string,
): Promise<Array<RecordOf<typeof automationEmail>>> => allRecords(noneIfNotFound(stream(automationEmails.list, {utr})));

type Wait = Pick<RecordOf<typeof automationEmail>, 'waiting_type' | 'waiting_period'>;

/** Emails in the order of sending. */
export const inOrder = <T extends Wait>(emails: readonly T[]): readonly T[] =>
  [...emails].sort((one, other) => hoursOf(one) - hoursOf(other));

/** Hours from the start. An unknown unit cannot be ordered, and comes last. */
export function hoursOf({waiting_type: unit, waiting_period: period}: Wait): number {
  if (unit === 'instantly') return 0;
  const hours = Number(period) * (unit === 'days' ? 24 : unit === 'hours' ? 1 : Number.NaN);
  return Number.isNaN(hours) ? Number.MAX_SAFE_INTEGER : hours;
}

/** A wait with the service's units, which are plurals: `after 1 day`, `after 2 days`. */
export const waitInWords = ({waiting_type: unit, waiting_period: period}: Wait): string =>
  unit === 'instantly' ? 'at once' : `after ${counted(Number(period), unit.replace(/s$/, ''))}`;
