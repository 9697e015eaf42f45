import type {Derive, OnlySome, OwnQuestion} from '../commands/command.js';
import {isVerified} from '../endpoints/senders.js';

/** The question for a mailing's content, loaded when it is asked: most runs ask nothing. */
export const askEmail: OwnQuestion = async (...so) => (await import('./ask-email.js')).askEmail(...so);

/** The question for a subject, which says at once what is no tag. */
export const askSubject: OwnQuestion = async (...so) => (await import('./ask-email.js')).askSubject(...so);

/** The template for a line with its own HTML. */
export const templateOfOwn: Derive = async (...so) => (await import('./ask-email.js')).templateOfOwn(...so);

export const onlySender: Derive = async (...so) => (await import('./ask-email.js')).onlySender(...so);

export const onlyGroup: Derive = async (...so) => (await import('./ask-email.js')).onlyGroup(...so);

/** The senders that mail can come from. */
export const verified: OnlySome = {
  fits: isVerified,
  none: 'No sender is verified yet. To create one: emk senders create',
};
