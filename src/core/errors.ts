/** Every failure that emk expects: its word for scripts, its exit code, and what to do next. */

/** Whether a script may simply run the same command again. */
type Retry = 'safe' | 'unsafe' | 'after_check';

type Complaints = Readonly<Record<string, readonly string[]>>;

type Details = {
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  readonly fields?: Complaints;
  /** What people call the records that the complaints are about, by their ids. */
  readonly called?: CalledParameters | undefined;
};

type CalledParameters = Readonly<Record<string, string>>;

/** The words by which scripts know a failure: they stay the same within a major version. */
export const errorCodes = [
  'usage',
  'preflight',
  'config',
  'keys',
  'not_found',
  'refused',
  'too_large',
  'unreachable',
  'throttled',
  'maintenance',
  'partial',
  'unknown_outcome',
  'check',
  'locked',
  'foreign_answer',
  'interrupted',
  'bug',
] as const;

type ErrorCode = (typeof errorCodes)[number];

/** Every failure that emk expects. Anything else is a bug and keeps its stack trace. */
export abstract class EmkError extends Error {
  abstract readonly code: ErrorCode;
  abstract readonly exit: number;
  readonly retry: Retry = 'unsafe';
  readonly hint: string | undefined;
  readonly fields: Complaints;
  readonly called: CalledParameters | undefined;

  constructor(message: string, {hint, cause, fields = {}, called}: Details = {}) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = new.target.name;
    this.hint = hint;
    this.fields = fields;
    this.called = called;
  }
}

/** Errors with this word and exit code. */
const kind = (word: ErrorCode, exitCode: number, again: Retry = 'unsafe') =>
  class extends EmkError {
    readonly code: ErrorCode = word;
    readonly exit: number = exitCode;
    override readonly retry: Retry = again;
  };

/** The command line does not say enough, or says something impossible. Nothing was sent. */
export class UsageError extends kind('usage', 2) {}

export const notTogether = (one: string, other: string): UsageError =>
  new UsageError(`${one} and ${other} cannot be used together.`, {hint: `Remove ${one} or ${other}.`});

/** A check before the work failed: nothing was changed. */
export class PreflightError extends kind('preflight', 2) {}

/** Keys are missing or come from two sources, or the configuration is broken. */
export class ConfigError extends kind('config', 3) {}

export class KeysError extends kind('keys', 3) {}

export class NotFoundError extends kind('not_found', 4) {}

export class RefusedError extends kind('refused', 5) {}

/** The request was larger than the service accepts. A smaller one may succeed. */
export class TooLargeError extends RefusedError {
  override readonly code = 'too_large';
}

/** The service was never reached, or a read got no usable answer. Nothing was changed. */
export class UnreachableError extends kind('unreachable', 6, 'safe') {
  readonly transient: boolean;

  constructor(message: string, details: Details & {readonly transient?: boolean} = {}) {
    super(message, details);
    this.transient = details.transient ?? true;
  }
}

/** The service limits requests. Nothing was changed; try later. */
export class ThrottledError extends kind('throttled', 7, 'safe') {
  readonly wait: number | undefined;

  constructor(message: string, details: Details & {readonly wait?: number | undefined} = {}) {
    super(message, details);
    this.wait = details.wait;
  }
}

/** The service is in maintenance, which ends as a limit does. */
export class MaintenanceError extends ThrottledError {
  override readonly code = 'maintenance';
}

/** Part of the work was done. The rest is reported. */
export class PartialError extends kind('partial', 8, 'after_check') {}

/** The request may have been applied; only looking can tell. */
export class UnknownOutcomeError extends kind('unknown_outcome', 9, 'after_check') {
  /** The HTTP status of the answer, if there was one: a gateway may give up while the service continues. */
  readonly status: number | undefined;

  constructor(message: string, details: Details & {readonly status?: number | undefined} = {}) {
    super(message, details);
    this.status = details.status;
  }
}

/** Returns the error of a lost answer, and throws any other. */
export function orUnknown(error: unknown): UnknownOutcomeError {
  if (error instanceof UnknownOutcomeError) return error;
  throw error;
}

/** A condition that the caller asked about does not hold. */
export class CheckError extends kind('check', 10) {}

export class LockedError extends kind('locked', 11, 'safe') {}

/** The answer is not from this API: most likely the base URL is wrong. */
export class ForeignAnswerError extends kind('foreign_answer', 1) {}

export const mayPass = (error: unknown): error is ThrottledError | UnreachableError =>
  error instanceof ThrottledError || (error instanceof UnreachableError && error.transient);

export class InterruptedError extends kind('interrupted', 130) {
  override readonly exit: 130 | 143;

  constructor(message: string, details: Details & {readonly exit?: 130 | 143} = {}) {
    super(message, details);
    this.exit = details.exit ?? 130;
  }
}

/** The exit code after a signal, as shells count it. */
export const exitAfter = ({reason}: AbortSignal): 130 | 143 => (reason === 'SIGTERM' ? 143 : 130);

/** The interruption of work that does not know by itself what the line has changed. */
export const interruptedBy = (signal: AbortSignal): InterruptedError =>
  new InterruptedError(INTERRUPTED, {exit: exitAfter(signal)});

/** Whatever a signal has cut off throws an error of Node. */
export const orInterrupted = (error: unknown, signal: AbortSignal): unknown =>
  signal.aborted && error instanceof Error && error.name === 'AbortError' ? interruptedBy(signal) : error;

/** Whether an interruption does not say yet what the line has changed. */
export const isSilent = (error: unknown): error is InterruptedError =>
  error instanceof InterruptedError && error.message === INTERRUPTED;

const INTERRUPTED = 'Interrupted.';

/** The hint where only a look can tell whether something was saved; the end of a line names the command that looks. */
export const LOOK_FIRST = 'Look before you try again.';

/** A person said no, or left a question: that is an answer, and nothing has failed. */
export class DeclinedError extends InterruptedError {}

/** A person pressed Esc at a question. Whoever asked another one before asks that again. */
export class WentBack extends DeclinedError {
  constructor() {
    super('Cancelled. Nothing was changed.');
  }
}
