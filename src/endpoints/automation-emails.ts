import {collection, deletion, many, operation, record, refers, text, utrOf} from '../api/describe/operation.js';
import type {RecordOf, Reference} from '../api/describe/schema.js';
import {counted} from '../core/words/sentence.js';
import {ownEmail, sender, template} from './audience.js';

export const automationEmail = record({
  id: 'integer',
  user_id: 'integer',
  automation_id: 'integer',
  sender_id: refers(() => import('./senders.js')),
  template_id: refers(() => import('./templates.js')),
  subject: 'text',
  waiting_period: 'integer',
  waiting_type: 'text',
  utr: 'uuid',
  preview_img: 'text',
  template_json: 'text|null',
  template_html: 'text|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  design_url: 'text',
  image: 'text',
});

const itself: Reference = async () => ({default: automationEmails});

const automationUtr = {
  ...utrOf('automation', 'The automation, by name or code', () => import('./automations.js')),
  question: 'Which automation?',
} as const;

export const operations = {
  list: operation('GET /automations/schedule?utr', {
    effect: 'reads',
    params: {utr: {...automationUtr, option: 'automation'}},
    returns: many('automation_schedules', automationEmail),
  }),
  add: operation('POST /automations/schedule/create', {
    effect: 'creates',
    params: {
      utr: {...automationUtr, option: 'automation'},
      sender_id: {...sender, help: 'Who the email comes from'},
      subject: {type: 'text', required: true, help: 'Subject line'},
      waiting_period: {
        type: 'integer',
        required: true,
        help: 'How many days or hours to wait; 1 for an instant email',
        option: 'wait',
      },
      waiting_type: {
        type: 'text',
        required: true,
        choices: ['instantly', 'days', 'hours'],
        meanings: {
          instantly: 'as soon as somebody joins',
          days: 'some days after somebody joined',
          hours: 'some hours after somebody joined',
        },
        help: 'Unit of the wait',
        question: 'When does it go out?',
        option: 'unit',
      },
      template_id: {...template, help: 'Design template'},
      preview_img: {
        type: 'text',
        required: true,
        help: 'The template\'s preview image, as "emk templates list" names it',
        option: 'preview',
      },
      ...ownEmail,
    },
    returns: text('Schedule Added'),
  }),
  delete: deletion('DELETE /automations/schedule/delete?utr', {
    utr: utrOf('schedule', 'The email, by code or subject', itself),
  }),
};

const automationEmails = collection({
  record: automationEmail,
  key: 'utr',
  label: 'subject',
  noun: {one: 'email', many: 'emails', command: 'automations emails'},
  see: 'emk automations emails list AUTOMATION',
  operations,
});

export default automationEmails;

type EmailWait = Pick<RecordOf<typeof automationEmail>, 'waiting_type' | 'waiting_period'>;

/** Emails in the order of sending. */
export const inSendingOrder = <T extends EmailWait>(emails: readonly T[]): readonly T[] =>
  [...emails].sort((one, other) => hoursOf(one) - hoursOf(other));

/** Hours from the start. */
const hoursOf = ({waiting_type: unit, waiting_period: period}: EmailWait): number =>
  unit === 'instantly' ? 0 : Number(period) * (unit === 'days' ? 24 : 1);

/** A wait with the service's units, which are plurals: `after 1 day`, `after 2 days`. */
export const waitOfEmailInWords = ({waiting_type: unit, waiting_period: period}: EmailWait): string =>
  unit === 'instantly' ? 'at once' : `after ${counted(Number(period), unit.replace(/s$/, ''))}`;
