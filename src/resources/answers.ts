import type {Derive, OnlySome, OwnQuestion} from '../commands/command.js';
import {isVerified} from '../endpoints/senders.js';

/** The question for a mailing's content, loaded when it is asked: most runs ask nothing. */
export const askEmail: OwnQuestion = async (...given) => (await import('./ask-email.js')).askEmail(...given);

/** The question for a subject, which says at once what is no tag. */
export const askSubject: OwnQuestion = async (...given) => (await import('./ask-email.js')).askSubject(...given);

/** The template for a line with its own HTML. */
export const templateOfOwn: Derive = async (...given) => (await import('./ask-email.js')).templateOfOwn(...given);

export const onlySender: Derive = async context => (await import('./ask-email.js')).onlySender(context, verified);

export const onlyGroup: Derive = async (...given) => (await import('./ask-email.js')).onlyGroup(...given);

/** The senders that mail can come from. */
export const verified: OnlySome = {
  fits: isVerified,
  none: 'No sender is verified yet. To create one: emk senders create',
};
