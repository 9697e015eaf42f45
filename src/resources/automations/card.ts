import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import {readSizes, sizesInWords} from '../../checks/audience-sizes.js';
import {recordOfList} from '../../checks/record-of-list.js';
import {findingRows} from '../../checks/strictness.js';
import type {Card} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import {operations as schedules} from '../../endpoints/automation-schedules.js';
import automations, {operations} from '../../endpoints/automations.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {counted} from '../../words/count.js';

/** What a person should know before an automation starts to mail: whom, how much, and how soon. */
export async function automationCard(context: Context, utr: string, findings: readonly Finding[] = []): Promise<Card> {
  const automation = await readRecord(context, automations, operations.details, {utr});
  const {automation_name: name, automation_for: target, automation_for_table: table} = automation;
  const audience = target ? sizesInWords(await readSizes(context, [`${table}${target}`])) : 'nobody yet';
  const group = await recordOfList(context, groups.list, Number(automation.unsubscribe_group_id));
  const emails = await readEmails(context, utr);
  return {
    what: `Set automation "${name}" live, to mail people who join ${audience}: ${emails.words}`,
    question: `Set automation "${name}" live`,
    lines: [
      ['Mails', `people who join ${audience}`],
      ['Emails', emails.words],
      ...emails.subjects.map((subject, at) => [at === 0 ? 'Subjects' : '', subject] as const),
      ['Group', group?.group_name ?? 'none: the service needs one to start an automation'],
      ...findingRows(findings),
    ],
  };
}

type Emails = {readonly words: string; readonly subjects: readonly string[]};

async function readEmails({stream}: Context, utr: string): Promise<Emails> {
  const subjects: string[] = [];
  let count = 0;
  let first: Wait | undefined;
  await forEachRecord(noneIfNotFound(stream(schedules.list, {utr})), ({subject, waiting_type, waiting_period}) => {
    const wait = {unit: waiting_type, period: Number(waiting_period)};
    count++;
    if (subjects.length < SHOWN) subjects.push(`${subject}, ${waitInWords(wait)}`);
    if (!first || hoursOf(wait) < hoursOf(first)) first = wait;
  });
  if (!first) return {words: 'no emails yet', subjects};
  return {words: `${counted(count, 'email')}, the first ${waitInWords(first)}`, subjects};
}

/** How many emails a card names, so that the question stays visible. */
const SHOWN = 5;

type Wait = {readonly unit: string; readonly period: number};

export const hoursOf = ({unit, period}: Wait): number =>
  unit === 'days' ? period * 24 : unit === 'hours' ? period : 0;

export const waitInWords = (wait: Wait): string =>
  wait.unit === 'instantly' ? 'at once' : `after ${periodInWords(wait)}`;

/** A time with the service's units, which are plurals: `1 day`, `2 days`. */
export const periodInWords = ({unit, period}: Wait): string => counted(period, unit.replace(/s$/, ''));
