import type {Loose} from '../api/describe/schema.js';
import {audienceOf} from '../endpoints/audience.js';
import {fromSent} from '../records/dates/service-clock.js';
import {DAY} from '../words/calendar.js';
import {counted} from '../words/sentence.js';

/** What two mailings differ in besides their mail, in sentences: when they went out, and to whom. */
export function unlikeness(one: Loose, other: Loose, label: string, now: number): readonly string[] {
  const [first, second] = fromSent(sentAt(one)) <= fromSent(sentAt(other)) ? [one, other] : [other, one];
  const [name, later] = [first, second].map(each => `"${String(each[label])}"`);
  const age = now - fromSent(sentAt(second));
  const apart = Math.floor((fromSent(sentAt(second)) - fromSent(sentAt(first))) / DAY);
  const isYoung = age < YOUNG * DAY ? `, and more people may still open ${later}` : '';
  return [
    ...(apart >= 1 ? [`${later} went out ${counted(apart, 'day')} after ${name}${isYoung}.`] : []),
    ...(peopleOf(one) === peopleOf(other) ? [] : [`${name} and ${later} went to different lists or segments.`]),
  ];
}

/** Nearly all opens come within a week. */
const YOUNG = 7;

const sentAt = ({sent_at}: Loose): string => String(sent_at ?? '');

/** Whom a mailing went to. Automations name theirs in two fields. */
const peopleOf = (record: Loose): string =>
  [
    ...audienceOf(record['recipient_id']).sort(),
    'without',
    ...audienceOf(record['exclude_specific_recipient_id']).sort(),
    `${record['automation_for_table']}${record['automation_for']}`,
  ].join(' ');
