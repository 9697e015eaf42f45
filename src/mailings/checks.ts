import {andList, lowerTrimmed, number} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {otherSourceOf} from '../letters/html/other-source.js';
import {excerpt} from '../letters/html/text.js';
import {inZone, waysAround, type Zones} from '../records/dates/clock.js';
import type {Finding} from '../records/fields/finding.js';
import {inPeople, peopleInWords, sizesInWords} from './audience.js';
import {type Email, effectOfMailing, type Flow, type Mailing, type ReferredRecord} from './mailing.js';
import {isPast, type Moment, mayBePast} from './moment.js';
import {isClose, type OtherSend} from './twins.js';

/** A finding before the name of its check is added. */
type CheckFinding = Omit<Finding, 'check'>;

/** Checks by their names: the keys are all that `--force` can name. Each finds nothing, one thing or several. */
export type Checks<T> = Readonly<Record<string, (of: T) => CheckFinding | undefined | readonly CheckFinding[]>>;

/** A problem that blocks sending. */
const error = (says: string, hint: string): CheckFinding => ({level: 'error', says, hint});

/** A problem that a person should know before sending. */
const warning = (says: string, hint: string): CheckFinding => ({level: 'warning', says, hint});

/** The checks of one email before it is sent, by the stable names for lists and for `--force`. */
export const emailChecks: Checks<Email> = {
  'sender-exists': ({sender}) => mustExist('Sender', sender),

  'sender-verified': ({sender: {record}}) =>
    !record || isVerified(record)
      ? undefined
      : error(
          `The sender ${record.from_name} <${record.from_email}> is not verified.`,
          `Send the verification mail again with "emk senders verify ${shellWord(record.from_email)}", and click its link.`,
        ),

  subject: ({subject}) =>
    subject.trim() === '' ? error('There is no subject.', 'Add one with --subject.') : undefined,

  length: ({subject, preheader}) => [
    ...tooLong(subject, 'subject', SUBJECT_LENGTH),
    ...tooLong(preheader ?? '', 'preheader', PREHEADER_LENGTH),
  ],

  shouting({subject}) {
    const letters = withoutTags(subject).match(/\p{L}/gu) ?? [];
    const capitals = letters.filter(letter => letter !== letter.toLowerCase());
    const isLoud = letters.length >= FEW_LETTERS && capitals.length > letters.length * LOUD;
    const hint = 'Spam filters and people read that as shouting.';
    if (isLoud) return warning('The subject is all in capitals.', hint);
    return /[!?]{2,}|!.*!/su.test(subject) ? warning('The subject has several exclamation marks.', hint) : undefined;
  },

  'template-exists': ({template}) => mustExist('Template', template),

  'blank-template': ({template: {record}, html, json}) =>
    record?.is_blank !== 1 || html || json
      ? undefined
      : error(
          `The template "${record.template_name}" is blank, so the mail would be empty.`,
          'Give its content with --html @FILE, or choose another template.',
        ),

  'not-html'({html}) {
    if (!html) return undefined;
    const source = otherSourceOf(html);
    if (source) return error(`The HTML of the mail is ${source.what}, and readers would see it as text.`, source.hint);
    if (html.includes('<')) return undefined;
    const hint = 'To use a file, put @ before its name: --html @may.html';
    return error(`The HTML of the mail is the text "${excerpt(html)}".`, hint);
  },
};

const mustExist = (what: string, {id, record}: ReferredRecord<unknown>): CheckFinding | undefined =>
  record
    ? undefined
    : error(`${what} ${id} is not in the account.`, `To see what there is: emk ${what.toLowerCase()}s list`);

const withoutTags = (text: string): string => text.replace(/\(\([^()]*\)\)/g, '');

function tooLong(text: string, what: string, most: number): CheckFinding[] {
  const {length} = [...withoutTags(text)];
  if (length <= most) return [];
  return [warning(`The ${what} has ${length} characters, and inboxes show about ${most}.`, 'Put what matters first.')];
}

/** How many characters inboxes show on a wide screen. */
const [SUBJECT_LENGTH, PREHEADER_LENGTH] = [70, 140];

/** A subject shorter than this may be an abbreviation. */
const FEW_LETTERS = 8;
const LOUD = 0.6;

/** The checks of a mailing, apart from its email. */
export const mailingChecks: Checks<Mailing> = {
  preheader({preheader = '', subject}) {
    if (preheader.trim() === '') return error('There is no preheader.', 'Add one with --preheader.');
    if (lowerTrimmed(preheader) !== lowerTrimmed(subject)) return undefined;
    return warning('The preheader repeats the subject.', 'Inboxes show one after the other. Write something else.');
  },

  'group-exists': ({group}) => mustExist('Group', group),

  'audience-exists': ({audience: {to, except}}) =>
    [...to, ...except]
      .filter(({isMissing}) => isMissing)
      .map(({name}) => error(`The audience names ${name}.`, 'To see what there is: emk lists list, emk segments list')),

  'audience-empty'({audience}) {
    const {to, addresses, leftOut, people} = audience;
    if (people > 0 || to.some(({isMissing}) => isMissing)) return undefined;
    if (addresses === 0)
      return error(`Nobody is in ${sizesInWords(to)}.`, 'Add people first, or choose another audience.');
    if (leftOut === addresses) return undefined;
    return error(
      `Nobody would get this mail: ${peopleInWords(audience)}.`,
      'Choose another audience or another group.',
    );
  },

  'audience-excluded': ({audience: {addresses, leftOut, except}}) =>
    addresses === 0 || leftOut < addresses
      ? undefined
      : error(`Everybody in the audience is excluded by ${sizesInWords(except)}.`, 'Check --to and --except.'),

  unsubscribed({audience, group}) {
    const {addresses, leftOut, unsubscribed, people} = audience;
    const gone = unsubscribed.everything + unsubscribed.group;
    if (people === 0 || gone < (addresses - leftOut) * MANY) return undefined;
    const left = [
      [unsubscribed.everything, 'everything'],
      [unsubscribed.group, group.record?.group_name ?? 'the group'],
    ] as const;
    const ways = left.flatMap(([count, place]) => (count > 0 ? [`${inPeople(count)} from ${place}`] : []));
    return warning(
      `${number(gone)} of ${inPeople(addresses - leftOut)} in the audience unsubscribed: ${andList(ways)}.`,
      'They get no mail. Is this the right group?',
    );
  },

  'recipient-limit'(mailing) {
    const {audience, limits} = mailing;
    const {max_recipients: max, min_recipients: min} = limits;
    const {count: people = 0} = effectOfMailing(mailing).people.mailed ?? {};
    const hint = `The audience is ${sizesInWords(audience.to)}, which makes ${peopleInWords(audience)}.`;
    if (max !== undefined && people > max)
      return error(`This mails ${inPeople(people)}, but --max-recipients allows only ${max}.`, hint);
    if (min !== undefined && people < min)
      return error(`This mails ${inPeople(people)}, but --min-recipients wants ${min}.`, hint);
    return undefined;
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
    if (moment?.schedule_type !== 1 || !mayBePast(moment, clock, zones)) return undefined;
    if (!isPast(moment, clock, zones))
      return warning("The time may be past: emk does not know the account's time zone.", waysAround(zones));
    return error(
      'This time is past, so the mailing would go out at once.',
      `Choose a later time. To copy the mailing to another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
    );
  },

  'odd-hour'({moment, clock, zones}) {
    const time = moment && timeOfDay(moment, clock, zones);
    const hour = Number(time?.slice(0, 2));
    if (time === undefined || (hour >= FIRST_HOUR && hour < LAST_HOUR)) return undefined;
    return warning(
      `The mailing goes out at night, at ${time.slice(0, 5)}.`,
      'By morning, newer mail is above it in the inbox.',
    );
  },

  'same-name'({others}) {
    const other = others.find(({sameName}) => sameName);
    if (!other) return undefined;
    return other.sameSubject && isClose(other)
      ? error(`A mailing with the same name and subject ${other.when}.`, lookAt(other))
      : warning(`A mailing with the same name ${other.when}.`, lookAt(other));
  },

  'same-subject'({others}) {
    const other = others.find(({sameName, sameSubject}) => sameSubject && !sameName);
    return other && warning(`A mailing with the same subject, "${other.name}", ${other.when}.`, lookAt(other));
  },

  running({status, name}) {
    if (status === undefined || status < RUNNING) return undefined;
    const state = status === RUNNING ? 'is going out now' : 'has gone out';
    return error(
      `"${name}" ${state}: a change may have no effect, or mail people again.`,
      `To send it again: emk mailings copy ${shellWord(name)}`,
    );
  },
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

/** The checks of an automation, apart from its emails. */
export const automationChecks: Checks<Flow> = {
  'no-emails': ({emails, automation: {automation_name: name}}) =>
    emails.length > 0
      ? undefined
      : error(
          `The automation "${name}" has no emails, so nobody would get any.`,
          `Add one first: emk automations emails add --automation ${shellWord(name)}`,
        ),

  'group-exists': ({group, automation: {unsubscribe_group_id: id}}) =>
    group
      ? undefined
      : error(
          id ? `Group ${id} is not in the account.` : 'The automation has no group.',
          'The service needs one to start it. Create the automation again, with --group.',
        ),

  'audience-exists'({audience}) {
    const hint = 'Create it again, with --for.';
    if (!audience) return error('The automation has no audience, so nobody can join it.', hint);
    return audience.isMissing ? error(`The automation mails ${audience.name}.`, hint) : undefined;
  },

  'audience-empty': ({audience}) =>
    audience && !audience.isMissing && audience.people === 0
      ? warning(`Nobody is in ${audience.name} yet.`, 'The automation mails people who join from now on.')
      : undefined,
};
