import {allRecords, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {readRecord} from '../commands/not-found.js';
import {operations as automationEmails} from '../endpoints/automation-emails.js';
import automations, {operations} from '../endpoints/automations.js';
import {operations as groups} from '../endpoints/groups.js';
import {readSizes} from './audience-sizes.js';
import type {Flow} from './automation-checks.js';
import type {Email} from './email.js';
import {type EmailForm, readEmail} from './read-mailing.js';
import {recordOfList} from './record-of-list.js';
import {readTags} from './tags.js';

/** Reads an automation and everything that its checks need, including emails that are about to be added. */
export async function readFlow(context: Context, utr: string, more: readonly EmailForm[] = []): Promise<Flow> {
  const automation = await readRecord(context, automations, operations.details, {utr});
  const {automation_for: target, automation_for_table: table, unsubscribe_group_id: group} = automation;
  const [audience] = target ? await readSizes(context, [`${table}${target}`]) : [];
  const tags = await readTags(context);
  const own = await allRecords(noneIfNotFound(context.stream(automationEmails.list, {utr})));
  const emails: Email[] = [];
  for (const email of [...own, ...more]) emails.push(await readEmail(context, email, tags));
  return {automation, audience, group: await recordOfList(context, groups.list, Number(group)), emails};
}
