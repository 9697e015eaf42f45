import {about, nullable, object, type TypeOf, text} from '../../core/json-schema/describe.js';

const mailText = object({
  name: text,
  subject: about('A template has none', nullable(text)),
  preheader: nullable(text),
  from: text,
  filled_with: about('Whose data fills the tags', text),
  text,
});

/** A mailing in words, as a reader gets it. */
export default mailText;

export type MailText = TypeOf<typeof mailText>;
