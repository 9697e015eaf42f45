import {shellWord} from '../core/words/shell-word.js';
import {RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {excerpt, isHtml} from '../letters/html/text.js';
import {waysAround} from '../records/dates/clock.js';
import type {Finding} from '../records/fields/finding.js';
import {inPeople, peopleInWords, sizesInWords} from './audience.js';
import {type Email, effectOfMailing, type Flow, type Mailing, type ReferredRecord} from './mailing.js';
import {isPast, mayBePast, momentAsSent} from './moment.js';

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

  'template-exists': ({template}) => mustExist('Template', template),

  'blank-template': ({template: {record}, html, json}) =>
    record?.is_blank !== 1 || html || json
      ? undefined
      : error(
          `The template "${record.template_name}" is blank, so the mail would be empty.`,
          'Give its content with --html @FILE, or choose another template.',
        ),

  'not-html': ({html}) =>
    !html || isHtml(html)
      ? undefined
      : error(`The HTML of the mail is no HTML: "${excerpt(html)}".`, 'Give HTML, or its file: --html @may.html'),
};

const mustExist = (what: string, {id, record}: ReferredRecord<unknown>): CheckFinding | undefined =>
  record
    ? undefined
    : error(`${what} ${id} is not in the account.`, `To see what there is: emk ${what.toLowerCase()}s list`);

/** The checks of a mailing, apart from its email. */
export const mailingChecks: Checks<Mailing> = {
  preheader: ({preheader = ''}) =>
    preheader.trim() === '' ? error('There is no preheader.', 'Add one with --preheader.') : undefined,

  'group-exists': ({group}) => mustExist('Group', group),

  'audience-exists': ({audience: {to, except}}) =>
    [...to, ...except]
      .filter(({isMissing}) => isMissing)
      .map(({name}) => error(`The audience names ${name}.`, 'To see what there is: emk lists list, emk segments list')),

  'audience-empty'({audience}) {
    const {to, addresses, people} = audience;
    if (people > 0 || to.some(({isMissing}) => isMissing)) return undefined;
    return error(
      addresses === 0 ? `Nobody is in ${sizesInWords(to)}.` : `Nobody would get this mail: ${peopleInWords(audience)}.`,
      'Choose another audience or another group.',
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

  'moment-past'({name, moment, clock, zones}) {
    if (moment?.schedule_type !== 1 || !mayBePast(moment, clock, zones)) return undefined;
    if (!isPast(momentAsSent(moment), clock, zones))
      return warning("The time may be past: emk does not know the account's time zone.", waysAround(zones));
    return error(
      'This time is past, so the mailing would go out at once.',
      `Choose a later time. To copy the mailing to another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
    );
  },

  'same-name'({others}) {
    const other = others.find(({isSame}) => isSame) ?? others[0];
    if (!other) return undefined;
    const [find, what] = other.isSame ? [error, 'name and subject'] : [warning, 'name or subject'];
    return find(
      `A mailing with the same ${what}: "${other.name}", ${other.when}.`,
      `Look at it: emk mailings show ${shellWord(other.name)}`,
    );
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
};
