import type {OwnQuestion, ToldBy} from '../../commands/command.js';

/** The question for a mailing's content, loaded when it is asked: most runs ask nothing. */
export const askEmail: OwnQuestion = async (...so) => (await import('./ask-email.js')).askEmail(...so);

/** The question for the user's own file when changing a mailing. */
export const askEmailFile: OwnQuestion = async (...so) => (await import('./ask-email.js')).askEmailFile(...so);

/** The template for a line with its own HTML. */
export const templateOfOwn: ToldBy = async (...so) => (await import('./ask-email.js')).templateOfOwn(...so);

/** The sender of the last mailing, or the only one that mail can come from. */
export const usualSender: ToldBy = async (...so) => (await import('./told-answers.js')).usualSender(...so);

/** The group of the last mailing, or the only one that people can leave. */
export const usualGroup: ToldBy = async (...so) => (await import('./told-answers.js')).usualGroup(...so);

/** The only list there is, if there is no segment. */
export const onlyAudience: ToldBy = async (...so) => (await import('./told-answers.js')).onlyAudience(...so);

/** The country of a new sender, from its address. */
export const countryOfAddress: ToldBy = async (...so) => (await import('./told-answers.js')).countryOfAddress(...so);

/** Where replies to a new sender go. */
export const usualReplies: ToldBy = async (...so) => (await import('./told-answers.js')).usualReplies(...so);

export const nameOfSubject: ToldBy = async (...so) => (await import('./told-answers.js')).nameOfSubject(...so);
