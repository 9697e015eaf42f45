import {allRecords, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import {readSizes, sizesInWords} from '../../checks/audience-sizes.js';
import type {Context} from '../../commands/command.js';
import {createNameReader} from '../../commands/name-reader.js';
import {type schedule, operations as schedules} from '../../endpoints/automation-schedules.js';
import type {automation} from '../../endpoints/automations.js';
import {EmkError} from '../../errors.js';
import {drawTimeline, type Step} from '../../output/drawing/timeline.js';
import {counted} from '../../words/count.js';
import {periodInWords} from './card.js';

type Email = RecordOf<typeof schedule>;

/** Reads the emails of an automation, and draws them in the order of sending. */
export async function timelineOf(
  context: Context,
  {utr, automation_for: target, automation_for_table: table}: RecordOf<typeof automation>,
): Promise<(width: number | undefined) => string> {
  try {
    const emails = await allRecords(noneIfNotFound(context.stream(schedules.list, {utr})));
    const audience = target ? sizesInWords(await readSizes(context, [`${table}${target}`])) : 'nobody yet';
    const start = {when: 'start', says: [`people who join ${audience}`]};
    if (emails.length === 0) {
      const none = {when: '', says: ['no emails yet', `emk automations schedules add --automation ${utr}`]};
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
  const inOrder = emails.map(email => ({email, hours: hoursOf(email)})).sort((one, other) => one.hours - other.hours);
  return inOrder.map(({email, hours}, at) => {
    const before = inOrder[at - 1]?.hours;
    const {sender_id: sender, template_id: template, subject} = email;
    const gap = !before || hours <= before ? '' : `, ${inDaysAndHours(hours - before)} after the one before`;
    const from = senders.get(String(sender)) ?? `sender ${sender}, who is not in the account`;
    const design = templates.get(String(template)) ?? `${template}, which is not in the account`;
    return {when: whenOf(email), says: [`"${subject}"${gap}`, `from ${from}, template ${design}`]};
  });
}

/** Hours from the start. An unknown unit cannot be ordered, and comes last. */
function hoursOf({waiting_type: unit, waiting_period: period}: Email): number {
  if (unit === 'instantly') return 0;
  const hours = Number(period) * (unit === 'days' ? 24 : unit === 'hours' ? 1 : Number.NaN);
  return Number.isNaN(hours) ? Number.MAX_SAFE_INTEGER : hours;
}

function whenOf({waiting_type: unit, waiting_period: period}: Email): string {
  if (unit === 'instantly') return 'at once';
  if (unit === 'hours') return `+${period} h`;
  return `+${periodInWords({unit, period: Number(period)})}`;
}

function inDaysAndHours(hours: number): string {
  if (hours > mostHours) return 'some time';
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return [...(days > 0 ? [counted(days, 'day')] : []), ...(rest > 0 ? [`${rest} h`] : [])].join(' ');
}

/** A hundred years: a longer wait means an unknown unit. */
const mostHours = 876_000;
