import {errorCodes} from '../../errors.js';
import {
  about,
  integer,
  listOf,
  mapOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../json-schema/describe.js';
import {noticeKinds} from '../results/facts.js';

/** What went wrong: the last line of stderr of a run that failed. */
export const errorDocument = object({
  error: object({
    code: oneOf(...errorCodes),
    exit: integer,
    message: text,
    fields: about('What the service says about each parameter', mapOf(listOf(text))),
    hint: nullable(text),
    retry: about('Whether a script may run the same line again', oneOf('safe', 'unsafe', 'after_check')),
    help: about('The line that prints what this code means and how to fix it', text),
  }),
});

export type ErrorDocument = TypeOf<typeof errorDocument>;

/** Every other line that a run prints on stderr. */
export const lines = {
  notice: object({
    notice: about('Beside the text, the facts of its kind by name, such as rows and to_send', {
      ...object({kind: oneOf(...noticeKinds), text}),
      additionalProperties: true,
    }),
  }),
  warning: object({warning: object({text})}),
  progress: object({
    progress: object({
      label: text,
      done: optional(integer),
      total: optional(integer),
      rate: optional(number),
      secondsLeft: optional(number),
    }),
  }),
  log: object({log: text}),
};
