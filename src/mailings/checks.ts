import {andList, lowerTrimmed, number} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {otherSourceOf} from '../letters/html/other-source.js';
import {inZone, waysAround, type Zones} from '../records/dates/clock.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {inPeople, peopleInWords, sizesInWords} from './audience.js';
import {type Email, effectOfMailing, type Flow, isClose, type Mailing, type OtherSend} from './mailing.js';
import {isPast, type Moment, mayBePast} from './moment.js';

/** A finding before the name of its check is added. */
export type CheckFinding = Omit<Finding, 'check'>;

/** Checks by their names: the keys are all that `--force` can name. */
type Checks<T> = Readonly<Record<string, (of: T) => readonly CheckFinding[]>>;

/** A problem that blocks sending. */
const error = (says: string, hint?: string): CheckFinding => ({
  level: 'error',
  says,
  ...(hint !== undefined && {hint}),
});

/** A problem that a person should know before sending. */
const warning = (says: string, hint?: string): CheckFinding => ({...error(says, hint), level: 'warning'});

/** The checks of one email before it is sent, by the stable names for lists and for `--force`. */
export const emailChecks: Checks<Email> = {
  'sender-exists': ({sender: {id, record}}) =>
    record ? [] : [error(`Sender ${id} is not in the account.`, '"emk senders list" shows the senders.')],

  'sender-verified': ({sender: {record}}) =>
    !record || isVerified(record)
      ? []
      : [
          error(
            `The sender ${record.from_name} <${record.from_email}> is not verified.`,
            `Send the verification mail again with "emk senders verify ${shellWord(record.from_email)}", and click its link.`,
          ),
        ],

  subject: ({subject}) => (subject.trim() === '' ? [error('There is no subject.', 'Add one with --subject.')] : []),

  length({subject, preheader}) {
    const of = (text: string, what: string, most: number): CheckFinding[] => {
      const length = [...text.replace(/\(\([^()]*\)\)/g, '')].length;
      if (length <= most) return [];
      return [
        warning(`The ${what} has ${length} characters, and inboxes show about ${most}.`, 'Put what matters first.'),
      ];
    };
    return [...of(subject, 'subject', SUBJECT_LENGTH), ...of(preheader ?? '', 'preheader', PREHEADER_LENGTH)];
  },

  shouting({subject}) {
    const letters = subject.replace(/\(\([^()]*\)\)/g, '').match(/\p{L}/gu) ?? [];
    const capitals = letters.filter(letter => letter !== letter.toLowerCase());
    const isLoud = letters.length >= FEW_LETTERS && capitals.length > letters.length * LOUD;
    const marks = /[!?]{2,}|!.*!/su.test(subject);
    if (!isLoud && !marks) return [];
    return [
      warning(
        isLoud ? 'The subject is all in capitals.' : 'The subject has several exclamation marks.',
        'Spam filters and people read that as shouting.',
      ),
    ];
  },

  'template-exists': ({template: {id, record}}) =>
    record ? [] : [error(`Template ${id} is not in the account.`, '"emk templates list" shows the templates.')],

  'blank-template': ({template: {record}, html, json}) =>
    record?.is_blank !== 1 || html || json
      ? []
      : [
          error(
            `The template "${record.template_name}" is blank, so the mail would be empty.`,
            'Give its content with --html @FILE, or choose another template.',
          ),
        ],

  'both-template-forms': ({html, json}) =>
    html && json
      ? [error('The template is given as HTML and as JSON.', 'The service mails only one of them. Use only that one.')]
      : [],

  'not-html'({html}) {
    if (!html) return [];
    const source = otherSourceOf(html);
    if (source)
      return [error(`The HTML of the mail is ${source.what}, and readers would see it as text.`, source.hint)];
    if (html.includes('<')) return [];
    return [
      error(
        `The HTML of the mail is the text "${brief(html)}".`,
        'To use a file, put @ before its name: --html @may.html',
      ),
    ];
  },
};

const brief = (text: string): string => (text.length > 60 ? `${[...text].slice(0, 59).join('')}…` : text);

/** How many characters inboxes show on a wide screen. */
const [SUBJECT_LENGTH, PREHEADER_LENGTH] = [70, 140];

/** A subject shorter than this may be an abbreviation. */
const FEW_LETTERS = 8;
const LOUD = 0.6;

/** The checks of a mailing, apart from its email. */
export const mailingChecks: Checks<Mailing> = {
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
            `"${name}" ${status === RUNNING ? 'is going out now' : 'has gone out'}: a change may have no effect, or mail people again.`,
            `To send it again: emk mailings copy ${shellWord(name)}`,
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

/** The checks of an automation, apart from its emails. */
export const automationChecks: Checks<Flow> = {
  'no-emails': ({emails, automation: {automation_name: name}}) =>
    emails.length > 0
      ? []
      : [
          error(
            `The automation "${name}" has no emails, so nobody would get any.`,
            `Add one first: emk automations emails add --automation ${shellWord(name)}`,
          ),
        ],

  'group-exists': ({group, automation: {unsubscribe_group_id: id}}) =>
    group
      ? []
      : [
          error(
            id ? `Group ${id} is not in the account.` : 'The automation has no group.',
            'The service needs one to start it. Create the automation again, with --group.',
          ),
        ],

  'audience-exists': ({audience}) =>
    audience === undefined
      ? [error('The automation has no audience, so nobody can join it.', 'Create it again, with --for.')]
      : audience.isMissing
        ? [error(`The automation mails ${audience.name}.`, 'Create it again, with --for.')]
        : [],

  'audience-empty': ({audience}) =>
    audience && !audience.isMissing && audience.people === 0
      ? [warning(`Nobody is in ${audience.name} yet.`, 'The automation mails people who join from now on.')]
      : [],
};
