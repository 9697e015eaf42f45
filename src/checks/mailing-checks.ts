import {RUNNING} from '../endpoints/mailings.js';
import {inZone, waysAround, type Zones} from '../records/dates/clock.js';
import {andList, lowerTrimmed, number} from '../words/sentence.js';
import {shellWord} from '../words/shell-word.js';
import {peopleInWords} from './audience.js';
import {inPeople, sizesInWords} from './audience-sizes.js';
import {effectOfMailing} from './effect-of-mailing.js';
import type {Mailing} from './mailing.js';
import {isPast, type Moment, mayBePast} from './moment.js';
import type {MailingCheckName} from './names.js';
import {type CheckFinding, error, warning} from './names.js';
import {isClose, type OtherSend} from './other-sends.js';

/** The checks of a mailing, apart from its email. A name without a function here does not compile. */
export const mailingChecks: {readonly [name in MailingCheckName]: (mailing: Mailing) => readonly CheckFinding[]} = {
  preheader({preheader = '', subject}) {
    if (preheader.trim() === '') return [error('There is no preheader.', 'Add one with --preheader.')];
    if (lowerTrimmed(preheader) !== lowerTrimmed(subject)) return [];
    return [warning('The preheader repeats the subject.', 'Inboxes show one after the other. Write something else.')];
  },

  'group-exists': ({group: {id, record}}) =>
    record ? [] : [error(`Group ${id} is not in the account.`, '"emk groups list" shows the groups.')],

  'audience-exists': ({audience: {to, except}}) =>
    [...to, ...except]
      .filter(({isMissing}) => isMissing)
      .map(({name}) => error(`The audience names ${name}.`, 'To see what there is: emk lists list, emk segments list')),

  'audience-empty'({audience}) {
    const {to, addresses, leftOut, people} = audience;
    if (people > 0 || to.some(({isMissing}) => isMissing)) return [];
    if (addresses === 0)
      return [error(`Nobody is in ${sizesInWords(to)}.`, 'Add people first, or choose another audience.')];
    if (leftOut === addresses) return [];
    return [
      error(`Nobody would get this mail: ${peopleInWords(audience)}.`, 'Choose another audience or another group.'),
    ];
  },

  'audience-excluded'({audience: {addresses, leftOut, except}}) {
    if (addresses === 0 || leftOut < addresses) return [];
    return [error(`Everybody in the audience is excluded by ${sizesInWords(except)}.`, 'Check --to and --except.')];
  },

  unsubscribed({audience, group}) {
    const {addresses, leftOut, unsubscribed, people} = audience;
    const gone = unsubscribed.everything + unsubscribed.group;
    if (people === 0 || gone < (addresses - leftOut) * MANY) return [];
    const ways = [
      ...(unsubscribed.everything > 0 ? [`${inPeople(unsubscribed.everything)} from everything`] : []),
      ...(unsubscribed.group > 0
        ? [`${inPeople(unsubscribed.group)} from ${group.record?.group_name ?? 'the group'}`]
        : []),
    ];
    return [
      warning(
        `${number(gone)} of ${inPeople(addresses - leftOut)} in the audience unsubscribed: ${andList(ways)}.`,
        'They get no mail. Is this the right group?',
      ),
    ];
  },

  'recipient-limit'(mailing) {
    const {audience, limits} = mailing;
    const {max_recipients: max, min_recipients: min} = limits;
    const {count: people = 0} = effectOfMailing(mailing).people.mailed ?? {};
    const hint = `The audience is ${sizesInWords(audience.to)}, which makes ${peopleInWords(audience)}.`;
    return [
      ...(max !== undefined && people > max
        ? [error(`This mails ${inPeople(people)}, but --max-recipients allows only ${max}.`, hint)]
        : []),
      ...(min !== undefined && people < min
        ? [error(`This mails ${inPeople(people)}, but --min-recipients wants ${min}.`, hint)]
        : []),
    ];
  },

  'tag-without-value': ({audience: {without, people}}) =>
    [...without]
      .filter(([, gaps]) => gaps > 0)
      .map(([tag, gaps]) =>
        warning(
          `((${tag})) is empty for ${gaps === people ? 'everybody' : `${number(gaps)} of ${inPeople(people)}`}.`,
          'Their mail has a gap there. Check that the sentence reads well without it.',
        ),
      ),

  'moment-past'({name, moment, clock, zones}) {
    if (moment?.schedule_type !== 1) return [];
    if (isPast(moment, clock, zones))
      return [
        error(
          'This time is past, so the mailing would go out at once.',
          `Choose a later time. To copy the mailing to another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
        ),
      ];
    if (!mayBePast(moment, clock, zones)) return [];
    return [warning("The time may be past: emk does not know the account's time zone.", waysAround(zones))];
  },

  'odd-hour'({moment, clock, zones}) {
    const time = moment && timeOfDay(moment, clock, zones);
    if (time === undefined) return [];
    const hour = Number(time.slice(0, 2));
    if (hour >= FIRST_HOUR && hour < LAST_HOUR) return [];
    return [
      warning(
        `The mailing goes out at night, at ${time.slice(0, 5)}.`,
        'By morning, newer mail is above it in the inbox.',
      ),
    ];
  },

  'same-name': ({others}) =>
    others
      .filter(({sameName}) => sameName)
      .slice(0, 1)
      .map(other =>
        other.sameSubject && isClose(other)
          ? error(`A mailing with the same name and subject ${other.when}.`, lookAt(other))
          : warning(`A mailing with the same name ${other.when}.`, lookAt(other)),
      ),

  'same-subject': ({others}) =>
    others
      .filter(({sameName, sameSubject}) => sameSubject && !sameName)
      .slice(0, 1)
      .map(other => warning(`A mailing with the same subject, "${other.name}", ${other.when}.`, lookAt(other))),

  running: ({status, name}) =>
    status === undefined || status < RUNNING
      ? []
      : [
          error(
            `"${name}" ${status === RUNNING ? 'is going out now' : 'has gone out'}.`,
            'To send it again: emk mailings copy',
          ),
        ],
};

const lookAt = ({name}: OtherSend): string => `Look at it: emk mailings show ${shellWord(name)}`;

/** From this share of an audience on, a check doubts that it is the right audience. */
const MANY = 0.2;

/** The hours in which people read mail, on the account's clock. */
const [FIRST_HOUR, LAST_HOUR] = [6, 22];

/** The time of day when a mailing is sent in the account's zone; undefined if emk does not know that zone. */
function timeOfDay({schedule_type, schedule_time}: Moment, clock: Date, {service}: Zones): string | undefined {
  if (schedule_type === 1) return schedule_time ?? undefined;
  return service === undefined ? undefined : inZone(clock.getTime(), service).toISOString().slice(11);
}
