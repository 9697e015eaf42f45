import {checking} from '../api/describe/operation.js';
import type {Param} from '../api/describe/schema.js';
import {changesOf} from '../commands/verbs/update.js';
import {content, sendUtr} from '../endpoints/mailings.js';
import {sheetOption} from '../records/view/select.js';
import {when} from './moment.js';

/** The options by which a script states how many people a mailing may reach. */
export const recipientLimits = checking({
  max_recipients: {type: 'integer', value: 'n', help: 'Send only if it mails at most this many people'},
  min_recipients: {type: 'integer', value: 'n', help: 'Send only if it mails at least this many people', rare: true},
});

/** The option that ties a send to what "mailings check" has shown. */
export const digestOption = checking({
  expect_digest: {type: 'text', value: 'digest', help: 'Send only what "mailings check" showed', rare: true},
});

export type RecipientLimits = {readonly [option in keyof typeof recipientLimits]?: number | undefined};

export const checkOptions = checking({
  strict: {type: 'flag', help: 'Treat warnings as errors', rare: true},
  force: {type: 'text', many: true, value: 'check', help: 'Ignore a failed check, by name', rare: true},
});

/** What errors do and how to ignore them, for help. */
export const aboutErrors = 'Errors stop it; --strict treats warnings as errors, and --force NAME ignores one check.';

export type CheckRules = {
  readonly strict?: boolean | 0 | 1 | undefined;
  readonly force?: readonly string[] | undefined;
};

const {required: _, ...utr} = sendUtr;
const {recipient_id: _to, exclude_specific_recipient_id: _except, ...emailForm} = content;
function optionalOf<P extends Param>({required: _, ...param}: P): Omit<P, 'required'> {
  return param;
}

/** An existing mailing, the options of a new one, or both: then the options are changes. */
export const checkTakes = {
  ...changesOf({utr: sendUtr, ...content}, 'utr'),
  utr,
  ...when,
  ...recipientLimits,
  ...checkOptions,
};

/** A new mailing, its moment, and when emk refuses it: its name follows from the subject, and its preheader from the letter. */
export const createTakes = {
  ...content,
  single_send_name: {...optionalOf(content.single_send_name), help: 'Name; only you see it (default: the subject)'},
  preheader: {
    ...optionalOf(content.preheader),
    help: 'Text that inboxes show after the subject (default: its first sentence)',
  },
  template_html: {...content.template_html, byPosition: true},
  ...when,
  ...recipientLimits,
  ...digestOption,
  ...checkOptions,
} as const;

/** An existing mailing, or the options of a new one, and the people who get the test. */
export const testTakes = {
  ...changesOf({utr: sendUtr, ...emailForm}, 'utr'),
  utr,
  to: {
    type: 'text',
    format: 'people',
    many: true,
    required: true,
    value: 'address',
    help: 'Who gets the test',
    question: 'Who gets the test?',
  },
  ...checkOptions,
} as const;

const moment = {
  at: {
    type: 'text',
    required: true,
    format: 'moment',
    help: 'The new time: "tomorrow 9am", "2030-05-01 09:00", or from the old one: "+7 days", "+2 hours"',
    value: 'moment',
  },
} as const;

/** Another moment for an existing mailing. */
export const rescheduleTakes = {
  utr: sendUtr,
  ...moment,
  ...recipientLimits,
  ...checkOptions,
  ...sheetOption,
};

/** The same for a copy, which may have another name. */
export const copyTakes = {
  utr: sendUtr,
  ...moment,
  name: {type: 'text', value: 'name', help: 'Name of the copy'},
  subject: {type: 'text', value: 'subject', help: 'Subject line of the copy'},
  ...recipientLimits,
  ...checkOptions,
} as const;

export const duplicateTakes = {utr: sendUtr, ...recipientLimits, ...checkOptions, ...sheetOption};
