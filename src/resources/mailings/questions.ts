import type {Asking, Command} from '../../commands/command.js';
import {askEmail, askSubject, onlyGroup, onlySender, templateOfOwn, verified} from '../shared/email-questions.js';

/** The questions for a new mailing, whose moment comes last. */
export const createQuestions: Asking = {
  order: ['subject', 'template_id', 'sender_id', 'recipient_id', 'unsubscribe_group_id'],
  own: {subject: askSubject, template_id: askEmail},
  only: {sender_id: verified},
  needs: [
    {
      question: 'When does it go out?',
      either: {at: 'At a set time', now: 'Now, as soon as it is created'},
      isRequired: true,
      own: async (...so) => (await import('./ask-when.js')).askWhen(...so),
    },
  ],
};

/** What a new mailing need not say. */
export const createDerives: NonNullable<Command['derives']> = {
  template_id: templateOfOwn,
  sender_id: onlySender,
  unsubscribe_group_id: onlyGroup,
};
