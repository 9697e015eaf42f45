import type {OwnQuestion, ToldBy} from '../../commands/command.js';

/** The question for a mailing's content, loaded when it is asked: most runs ask nothing. */
export const askEmail: OwnQuestion = async (...so) => (await import('./ask-email.js')).askEmail(...so);

/** The question for the user's own file when changing a mailing. */
export const askEmailFile: OwnQuestion = async (...so) => (await import('./ask-email.js')).askEmailFile(...so);

/** The template for a line with its own HTML. */
export const templateOfOwn: ToldBy = async (...so) => (await import('./ask-email.js')).templateOfOwn(...so);

/** The only sender that mail can come from. */
export const onlySender: ToldBy = async (...so) => (await import('./told-answers.js')).onlySender(...so);

/** The only group that people can leave. */
export const onlyGroup: ToldBy = async (...so) => (await import('./told-answers.js')).onlyGroup(...so);

export const nameOfSubject: ToldBy = async (...so) => (await import('./told-answers.js')).nameOfSubject(...so);
