import {isVerified} from '../endpoints/senders.js';
import {otherSourceOf} from '../html/other-source.js';
import {shellWord} from '../words/shell-word.js';
import type {Email} from './email.js';
import type {EmailCheckName} from './names.js';
import {type CheckFinding, error, warning} from './names.js';

/** The checks of one email before it is sent. A name without a function here does not compile. */
export const emailChecks: {readonly [name in EmailCheckName]: (email: Email) => readonly CheckFinding[]} = {
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
