import {errorCodes} from '../../core/errors.js';
import {
  about,
  anything,
  boolean,
  either,
  integer,
  listOf,
  mapOf,
  nullable,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';

/** Several people: how many, and the first of them by name. */
export const somePeople = object({count: integer, first: about('The addresses of up to five of them', listOf(text))});

export type SomePeople = TypeOf<typeof somePeople>;

/** The sum of a line that changes something. Its exit code follows from it. */
export const sumOfChange = about(
  'What this line asked for, and what came of it: wanted = done + left + impossible',
  object({
    wanted: integer,
    done: integer,
    left: about('Not done, or not certainly', integer),
    impossible: about('What the same line cannot do, however often it runs', integer),
    doubtful: about('How many of those left may have been done', integer),
  }),
);

export type Sum = TypeOf<typeof sumOfChange>;

const id = either(text, integer);

/** What was done, and to which records. */
export const doneDocument = object({
  done: listOf(id),
  failed: listOf(object({id, error: object({code: text, message: text})})),
  absent: optional(about('How many were not there (--if-exists)', integer)),
  sum: optional(sumOfChange),
  mail_again: optional(about('The people whose unsubscribe was deleted', somePeople)),
  skipped: optional(about('People whom emk did not add, by why', object({unsubscribed: integer}))),
});

export type DoneDocument = TypeOf<typeof doneDocument>;

const planned = object({
  method: oneOf('GET', 'POST', 'DELETE'),
  path: text,
  encoding: oneOf('multipart', 'urlencoded'),
  fields: mapOf(anything),
});

/** The requests that a dry run did not send. */
export const plannedRequests = listOf(planned);

export type PlannedRequest = TypeOf<typeof planned>;

/** A file that was written: `--out`, and the commands that make a file of their own. Of a dry run, its path alone. */
export const writtenFile = object({
  path: text,
  rows: optional(nullable(integer)),
  columns: optional(about('Of an export', listOf(text))),
  opened: optional(about('Whether it was opened in the browser', boolean)),
});

export type WrittenFile = TypeOf<typeof writtenFile>;

/** What a notice is about, so that no program has to read its sentence. */
const noticeKind = oneOf('none', 'created', 'run', 'file', 'account', 'done', 'said');

export type Facts = {
  readonly kind: TypeOf<typeof noticeKind>;
  readonly [fact: string]: string | number | boolean | null | undefined;
};

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
    notice: about('Beside the text, the facts of its kind by name, such as the path of a file', {
      ...object({kind: noticeKind, text}),
      additionalProperties: true,
    }),
  }),
  warning: object({warning: object({text})}),
  progress: object({
    progress: object({
      label: text,
      done: optional(integer),
      total: optional(integer),
    }),
  }),
  log: object({log: text}),
};
