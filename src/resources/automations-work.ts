import {allRecords, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Card} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {readRecord, recordOfList} from '../change/records/read.js';
import {counted} from '../core/words/sentence.js';
import {
  type automationEmail,
  operations as automationEmails,
  inSendingOrder,
  waitOfEmailInWords,
} from '../endpoints/automation-emails.js';
import automations, {type automation, isLive, operations} from '../endpoints/automations.js';
import {operations as groups} from '../endpoints/groups.js';
import {readSizes, sizesInWords} from '../mailings/audience.js';
import {findingRows} from '../mailings/findings.js';
import type {Finding} from '../records/fields/finding.js';
import {isNotDeleted} from '../records/fields/path.js';

/** What a person should know before an automation starts to mail: whom, how much, and how soon. */
export async function automationCard(context: Context, utr: string, findings: readonly Finding[]): Promise<Card> {
  const automation = await readRecord(context, automations, operations.details, {utr});
  const {automation_name: name} = automation;
  const whom = await whomItMails(context, automation);
  const group = await recordOfList(context, groups.list, Number(automation.unsubscribe_group_id));
  const emails = inSendingOrder(await emailsOf(context, utr));
  const [first] = emails;
  const count = first ? `${counted(emails.length, 'email')}, the first ${waitOfEmailInWords(first)}` : 'no emails yet';
  return {
    what: `Set automation "${name}" live, to mail ${whom}: ${count}`,
    question: `Set automation "${name}" live`,
    lines: [
      ['Mails', whom],
      ['Emails', count],
      ...emails
        .slice(0, SHOWN)
        .map((email, at) => [at === 0 ? 'Subjects' : '', `${email.subject}, ${waitOfEmailInWords(email)}`] as const),
      ['Group', group?.group_name ?? 'none: the service needs one to start an automation'],
      ...findingRows(findings),
    ],
  };
}

/** How many emails a card names, so that the question stays visible. */
const SHOWN = 5;

/** The people whom an automation mails, with the size of the audience that they join. */
async function whomItMails(
  context: Context,
  {automation_for: target, automation_for_table: table}: RecordOf<typeof automation>,
): Promise<string> {
  return target ? `people who join ${sizesInWords(await readSizes(context, [`${table}${target}`]))}` : 'nobody yet';
}

const emailsOf = ({stream}: Pick<Context, 'stream'>, utr: string): Promise<Array<RecordOf<typeof automationEmail>>> =>
  allRecords(noneIfNotFound(stream(automationEmails.list, {utr})));

/**
 * What a person should know before some automations end, because the service does not say who still gets the rest: which
 * of them are live. With `--yes` it warns at once.
 */
export async function endingInWords(context: Context, utrs: ReadonlySet<string>): Promise<readonly string[]> {
  const {ask, globals, stream, warn} = context;
  if (utrs.size === 0 || globals.dryRun || !(ask.possible || globals.yes)) return [];
  const live = await allRecords(
    noneIfNotFound(stream(operations.list)),
    one => utrs.has(one.utr) && isLive(one) && isNotDeleted(one),
  );
  const sentences = live.map(
    ({automation_name: name}) =>
      `The automation "${name}" is live: who joins gets no more mail, and people who joined may lose the rest.`,
  );
  if (!globals.yes) return sentences;
  for (const sentence of sentences) warn(sentence);
  return [];
}
