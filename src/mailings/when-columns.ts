import type {Loose} from '../api/describe/schema.js';
import {counted} from '../core/words/sentence.js';
import {bar} from '../output/text/pictures.js';
import {isMoment} from '../records/dates/clock.js';
import type {Clock} from '../records/dates/span.js';
import type {Computed} from '../records/fields/computed.js';
import {isOverdue} from './moment.js';

/**
 * When a mailing is or was sent, or since when it is late. Its record says this in several fields, some of which
 * contain dates that are not real.
 */
export const whenSent = ({now, zones}: Clock): Computed => ({
  path: 'when',
  instead: ['sent_at'],
  needs: ['sent_at', 'schedule_type', 'schedule_date', 'schedule_time', 'status'],
  read({status, sent_at, schedule_type, schedule_date, schedule_time}: Loose) {
    if (isMoment(sent_at)) return `sent ${toMinute(sent_at)}`;
    if (!isMoment(schedule_date)) return Number(schedule_type) === 0 ? 'at once' : '';
    const at = {schedule_date, schedule_time: String(schedule_time ?? '')};
    const isLate = isOverdue({status, schedule_type, ...at}, now(), zones());
    return `${isLate ? 'overdue since' : 'scheduled'} ${toMinute(`${at.schedule_date} ${at.schedule_time}`)}`;
  },
});

/** How many people opened a mailing, and which share that is of those who got it, as a bar. */
export const openedOf: Computed = {
  path: 'unique_opens',
  instead: ['unique_opens'],
  needs: ['unique_opens', 'delivered'],
  drawn: true,
  read: ({unique_opens, delivered}: Loose) =>
    `${bar(Number(unique_opens) / Number(delivered), 6)} ${String(unique_opens ?? '').padStart(6)}`,
};

/** How many emails an automation has, and since when a live one has sent them. */
export const whenLive: Computed = {
  path: 'when',
  instead: ['automation_schedule_count', 'live_at'],
  needs: ['automation_schedule_count', 'status', 'live_at'],
  read({automation_schedule_count: emails, status, live_at}: Loose) {
    const length = emails === undefined || emails === null ? [] : [counted(Number(emails), 'email')];
    const since = Number(status) === 1 && isMoment(live_at) ? [`since ${live_at.slice(0, 10)}`] : [];
    return [...length, ...since].join(' ');
  },
};

const toMinute = (moment: string): string => moment.slice(0, 16).trimEnd();
