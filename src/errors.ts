/** Whether a script may simply run the same command again. */
type Retry = 'safe' | 'unsafe' | 'after_check';

/** Complaints by parameter, as the service or emk's own checks give them. */
export type Complaints = Readonly<Record<string, readonly string[]>>;

type Details = {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  readonly fields?: Complaints;
};

/** Every failure that emk expects. Anything else is a bug and keeps its stack trace. */
export abstract class EmkError extends Error {
  /** A stable word for scripts. */
  abstract readonly code: string;
  abstract readonly exit: number;
  readonly retry: Retry = 'unsafe';
  /** What to do next, in one sentence. */
  readonly hint: string | undefined;
  readonly fields: Complaints;

  constructor(message: string, {hint, cause, fields = {}}: Details = {}) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = new.target.name;
    this.hint = hint;
    this.fields = fields;
  }
}

/** The command line does not say enough, or says something impossible. Nothing was sent. */
export class UsageError extends EmkError {
  readonly code: string = 'usage';
  readonly exit: number = 2;
}

/** A check before the work did not pass: nothing that changes anything was sent. */
export class PreflightError extends EmkError {
  readonly code = 'preflight';
  readonly exit = 2;
}

/** No keys, keys of two sources, or a broken configuration. */
export class ConfigError extends EmkError {
  readonly code: string = 'config';
  readonly exit = 3;
}

/** The service refused the keys. */
export class KeysError extends EmkError {
  readonly code = 'keys';
  readonly exit = 3;
}

/** The record that was addressed does not exist. */
export class NotFoundError extends EmkError {
  readonly code = 'not_found';
  readonly exit = 4;
}

/** The service understood the request and refused it. */
export class RefusedError extends EmkError {
  readonly code: string = 'refused';
  readonly exit = 5;
}

/** The request was larger than the service takes. A smaller one may pass. */
export class TooLargeError extends RefusedError {
  override readonly code = 'too_large';
}

/** The service was never reached, or a read got no usable answer: nothing was changed. */
export class UnreachableError extends EmkError {
  readonly code = 'unreachable';
  readonly exit = 6;
  override readonly retry = 'safe';
  /** Whether trying again soon may help. */
  readonly transient: boolean;

  constructor(message: string, details: Details & {readonly transient?: boolean} = {}) {
    super(message, details);
    this.transient = details.transient ?? true;
  }
}

/** Throttled or in maintenance: not applied, welcome later. */
export class ThrottledError extends EmkError {
  readonly code: string;
  readonly exit = 7;
  override readonly retry = 'safe';
  /** How long the service asks to wait, in milliseconds. */
  readonly wait: number | undefined;

  constructor(
    message: string,
    details: Details & {readonly wait?: number | undefined; readonly maintenance?: boolean} = {},
  ) {
    super(message, details);
    this.code = details.maintenance ? 'maintenance' : 'throttled';
    this.wait = details.wait;
  }
}

/** Part of the work was done. The rest is reported. */
export class PartialError extends EmkError {
  readonly code = 'partial';
  readonly exit = 8;
  override readonly retry = 'after_check';
}

/** The request may have been applied: nobody can say without looking. */
export class UnknownOutcomeError extends EmkError {
  readonly code = 'unknown_outcome';
  readonly exit = 9;
  override readonly retry = 'after_check';
  /** The HTTP status of the answer, where one came: a gateway that gave up may hide a service that goes on. */
  readonly status: number | undefined;

  constructor(message: string, details: Details & {readonly status?: number | undefined} = {}) {
    super(message, details);
    this.status = details.status;
  }
}

/** The error of a lost answer; every other one is thrown. */
export function orUnknown(error: unknown): UnknownOutcomeError {
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

/** A condition that the caller asked about does not hold. */
export class CheckError extends EmkError {
  readonly code: string = 'check';
  readonly exit = 10;
}

/** Another emk is doing the same work, and did not finish while this one waited. */
export class LockedError extends EmkError {
  readonly code = 'locked';
  readonly exit = 11;
  override readonly retry = 'safe';
}

/** An answer that is not this API's: most likely the base URL is wrong. */
export class ForeignAnswerError extends EmkError {
  readonly code = 'foreign_answer';
  readonly exit = 1;
}

/** The exit code after a signal, as shells count them. */
export const exitAfter = ({reason}: AbortSignal): 130 | 143 => (reason === 'SIGTERM' ? 143 : 130);

/** Whether the same request may pass later. */
export const mayPass = (error: unknown): error is ThrottledError | UnreachableError =>
  error instanceof ThrottledError || (error instanceof UnreachableError && error.transient);

/** The person changed their mind, or a signal came. */
export class InterruptedError extends EmkError {
  readonly code = 'interrupted';
  readonly exit: 130 | 143;

  constructor(message: string, details: Details & {readonly exit?: 130 | 143} = {}) {
    super(message, details);
    this.exit = details.exit ?? 130;
  }
}
