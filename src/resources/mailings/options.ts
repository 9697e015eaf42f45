import type {Param} from '../../api/describe/schema.js';
import {checkOptions, digestOption, recipientLimits} from '../../checks/options.js';
import {changesOf} from '../../commands/verbs/update.js';
import {content, sendUtr} from '../../endpoints/mailings.js';
import {sheetOption} from '../../records/view/select.js';
import {includeOption} from '../../who-left/options.js';
import {when} from './when.js';

const {required: _, ...utr} = sendUtr;
const {recipient_id: _to, exclude_specific_recipient_id: _except, ...anyEmail} = content;
function optionalOf<P extends Param>({required: _, ...param}: P): Omit<P, 'required'> {
  return param;
}

const groupHelp = 'Group that people can leave';
/** A new mailing without its people. */
const emailForm = {...anyEmail, unsubscribe_group_id: {...anyEmail.unsubscribe_group_id, help: groupHelp}};

/** An existing mailing, the options of a new one, or both: then the options are changes. */
export const checkTakes = {
  ...changesOf({utr: sendUtr, ...content}, 'utr'),
  utr,
  ...when,
  ...recipientLimits,
  ...checkOptions,
};

/** What makes a new mailing: its name follows from the subject, and its preheader from the letter. */
const newMailing = {
  ...content,
  single_send_name: {...optionalOf(content.single_send_name), help: 'Name; only you see it (default: the subject)'},
  preheader: {
    ...optionalOf(content.preheader),
    help: 'Text that inboxes show after the subject (default: its first sentence)',
  },
  template_html: {...content.template_html, byPosition: true},
} as const;

/** A new mailing, its moment, and when emk refuses it. */
export const createTakes = {...newMailing, ...when, ...recipientLimits, ...digestOption, ...checkOptions};

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
  keep: {type: 'flag', help: 'Leave the test and its contacts in the account', rare: true},
  include_unsubscribed: {
    ...includeOption.include_unsubscribed,
    help: 'Also mail people who unsubscribed from another group',
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
  utr: {...sendUtr, onlyWaiting: true as const},
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
