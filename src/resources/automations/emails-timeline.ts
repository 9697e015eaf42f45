import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {createNameReader} from '../../commands/name-reader.js';
import {type automationEmail, hoursOf, inOrder, waitInWords} from '../../endpoints/automation-emails.js';
import type {automation as shape} from '../../endpoints/automations.js';
import {EmkError} from '../../errors.js';
import {drawTimeline, type Step} from '../../output/text/pictures.js';
import {counted} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {emailsOf, whomItMails} from './card.js';

type Email = RecordOf<typeof automationEmail>;

/** Reads the emails of an automation, and draws them in the order of sending. */
export async function timelineOf(
  context: Context,
  automation: RecordOf<typeof shape>,
): Promise<(width: number | undefined) => string> {
  try {
    const emails = await emailsOf(context, automation.utr);
    const start = {when: 'start', says: [await whomItMails(context, automation)]};
    if (emails.length === 0) {
      const name = shellWord(automation.automation_name || automation.utr);
      const none = {when: '', says: ['no emails yet', `emk automations emails add --automation ${name}`]};
      return width => drawTimeline([start, none], width);
    }
    const steps = await toSteps(context, emails);
    return width => drawTimeline([start, ...steps], width);
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    context.warn(`emk cannot show the emails of the automation: ${error.message}`);
    return () => '';
  }
}

async function toSteps(context: Context, emails: readonly Email[]): Promise<readonly Step[]> {
  const namesOf = createNameReader(context);
  const senders = await namesOf(() => import('../../endpoints/senders.js'));
  const templates = await namesOf(() => import('../../endpoints/templates.js'));
  const sorted = inOrder(emails);
  return sorted.map((email, at) => {
    const [last] = sorted.slice(at - 1, at);
    const [before, hours] = [last && hoursOf(last), hoursOf(email)];
    const {sender_id: sender, template_id: template, subject} = email;
    const gap = !before || hours <= before ? '' : `, ${inDaysAndHours(hours - before)} after the one before`;
    const from = senders.get(String(sender)) ?? `sender ${sender}, who is not in the account`;
    const design = templates.get(String(template)) ?? `${template}, which is not in the account`;
    return {
      when: waitInWords(email)
        .replace('after ', '+')
        .replace(/ hours?$/, ' h'),
      says: [`"${subject}"${gap}`, `from ${from}, template ${design}`],
    };
  });
}

function inDaysAndHours(hours: number): string {
  if (hours > mostHours) return 'some time';
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return [...(days > 0 ? [counted(days, 'day')] : []), ...(rest > 0 ? [`${rest} h`] : [])].join(' ');
}

/** A hundred years: a longer wait means an unknown unit. */
const mostHours = 876_000;
