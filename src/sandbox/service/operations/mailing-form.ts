import type {Asked, Row} from '../behaviour.js';
import {idOf, itemsOf, numberOf, textOf, textOrNull} from '../form/input.js';
import {each, eachGiven, idIn, isFlag, isList, isText, looksLike, names, type Rule, type Rules} from '../form/rules.js';
import {targetExists, targetFrom, targetPattern} from '../form/target.js';
import type {Settings} from '../settings.js';
import {find} from '../tables/table.js';
import {groups, senders, templates} from '../tables/tables.js';
import {timeOf} from '../time.js';

const target: readonly Rule[] = [looksLike(targetPattern), names(targetExists)];

const isDay: Rule = value => {
  const fits = typeof value === 'string' && /^(\d\d)?\d\d-\d\d-\d\d$/.test(value) && isRealDay(fullDate(value));
  return fits ? undefined : 'The schedule date does not match the format Y-m-d.';
};

const isTimeOfDay: Rule = (value, _, {settings: {timeFormat}}) => {
  const parts = typeof value === 'string' ? /^(?:[01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.exec(value) : null;
  const isShort = parts?.[1] === undefined;
  const fits = parts !== null && (timeFormat === 'any' || (timeFormat === 'H:i') === isShort);
  return fits
    ? undefined
    : `The schedule time does not match the format ${timeFormat === 'any' ? 'H:i:s' : timeFormat}.`;
};

export const rules: Rules = {
  template_id: idIn(templates),
  template_json: [isText],
  template_html: [isText],
  sender_id: idIn(senders),
  unsubscribe_group_id: idIn(groups),
  single_send_name: [isText],
  subject: [isText],
  preheader: [isText],
  recipient_id: [isList, each(...target)],
  exclude_specific_recipient_id: [isList, eachGiven(...target)],
  schedule_type: [isFlag],
  schedule_date: [isDay],
  schedule_time: [isTimeOfDay],
};

/**
 * Complaints about parameters that contradict each other: two templates, or a scheduled mailing without day and time.
 */
export function contradictions(asked: Asked): {[parameter: string]: string[]} | undefined {
  const both = bothTemplates(asked);
  if (both) return both;
  const missing = ['schedule_date', 'schedule_time'].filter(name => textOf(asked, name) === '');
  if (numberOf(asked, 'schedule_type') !== 1 || missing.length === 0) return;
  if (asked.settings.scheduledWithoutTime === 'taken') return;
  return Object.fromEntries(
    missing.map(name => [name, [`The ${name.replace('_', ' ')} field is required when schedule type is 1.`]]),
  );
}

/** The complaint about a template given both as JSON and as HTML. */
export function bothTemplates(asked: Asked): {[parameter: string]: string[]} | undefined {
  const both = textOf(asked, 'template_json') !== '' && textOf(asked, 'template_html') !== '';
  if (!both || asked.settings.bothTemplates === 'json') return;
  return {template_html: ['The template html field must be empty when template json is present.']};
}

/** The form as a row of the table, with a copy of the sender as it is now. */
export function contentOf(asked: Asked): Row {
  const sender = find(asked.db, senders, 'id', idOf(asked, 'sender_id'));
  const json = textOrNull(asked, 'template_json');
  const scheduled = numberOf(asked, 'schedule_type') === 1;
  return {
    template_id: idOf(asked, 'template_id') || 1,
    template_json: json,
    template_html: json === null ? textOrNull(asked, 'template_html') : null,
    recipients: targetsIn(asked, 'recipient_id'),
    exclusions: targetsIn(asked, 'exclude_specific_recipient_id'),
    sender_id: idOf(asked, 'sender_id'),
    unsubscribe_group_id: idOf(asked, 'unsubscribe_group_id'),
    single_send_name: textOf(asked, 'single_send_name'),
    from_sender: String(sender?.['from_email'] ?? ''),
    reply_to: String(sender?.['reply_to_email'] ?? ''),
    sender_name: sender ? String(sender['from_name']) : null,
    sender_address: sender ? String(sender['company_address']) : null,
    subject: textOf(asked, 'subject'),
    preheader: textOf(asked, 'preheader'),
    schedule_type: scheduled ? 1 : 0,
    // Without a day, the database keeps zeros, which are past: such a mailing is sent at once.
    schedule_date: (scheduled && fullDate(textOf(asked, 'schedule_date'))) || '0000-00-00',
    schedule_time: (scheduled && fullTime(textOf(asked, 'schedule_time'))) || '00:00:00',
  };
}

/** The times when a mailing becomes ready and runs: soon, or as scheduled. */
export function planOf(
  {schedule_type, schedule_date, schedule_time}: Row,
  now: Date,
  settings: Pick<Settings, 'readySeconds' | 'startSeconds' | 'zoneMinutes'>,
): Row {
  const soon = now.getTime() + settings.startSeconds * 1000;
  const scheduled = schedule_type === 1 ? timeOf(String(schedule_date), String(schedule_time), settings) : soon;
  return {
    status: 0,
    ready_at: now.getTime() + settings.readySeconds * 1000,
    starts_at: Number.isNaN(scheduled) ? soon : Math.max(scheduled, soon),
    ends_at: null,
    sent_at: null,
  };
}

const targetsIn = (asked: Asked, name: string): string =>
  JSON.stringify(
    itemsOf(asked, name)
      .map(targetFrom)
      .filter(target => target !== undefined),
  );

/** The documentation's `y-m-d` means, in PHP, a year of two digits. */
const fullDate = (date: string): string => (date.length === 8 ? `20${date}` : date);

const fullTime = (time: string): string => (time.length === 5 ? `${time}:00` : time);

function isRealDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
