import type {Asking} from '../../commands/command.js';
import {
  askEmail,
  nameOfSubject,
  onlyAudience,
  templateOfOwn,
  usualGroup,
  usualSender,
} from '../shared/email-questions.js';

/** The questions for a new mailing: first its content, which is checked at once, and last its moment. */
export const createQuestions: Asking = {
  foundations: {
    sender_id: {says: 'a sender'},
    recipient_id: {
      says: 'people on a list',
      from: () => import('../../endpoints/lists.js'),
      fits: ({contacts_count: people}) => people === undefined || Number(people) > 0,
      line: ['contacts', 'import'],
    },
    unsubscribe_group_id: {says: 'an group'},
  },
  order: [
    ...['template_id', 'subject', 'single_send_name', 'preheader', 'sender_id', 'recipient_id'],
    'unsubscribe_group_id',
  ],
  own: {template_id: askEmail},
  told: {
    template_id: templateOfOwn,
    single_send_name: nameOfSubject,
    sender_id: usualSender,
    recipient_id: onlyAudience,
    unsubscribe_group_id: usualGroup,
  },
  needs: [
    {
      question: 'When does it go out?',
      either: {at: 'At a set time', now: 'Now, as soon as it is created'},
      own: async (...so) => (await import('./ask-when.js')).askWhen(...so),
    },
  ],
  offers: ['exclude_specific_recipient_id'],
};
