/** A request took too long. The code that knows how far the request had come writes the sentence. */
export class TooLateError extends Error {
  constructor(
    /** What was waited for in vain, in milliseconds. */
    readonly waited: number,
    /** The option that sets this limit. */
    readonly option?: '--timeout',
  ) {
    super();
  }
}

/** What ends one request: Ctrl-C, an answer that does not begin, or an answer that is not complete in time. */
export type Deadline = {
  /** Aborted by whichever comes first. */
  readonly signal: AbortSignal;
  /** The request was sent: from now on its answer must begin. Interim answers do not count. */
  sent(): void;
  begun(): void;
  /** The answer is complete, or nobody waits for it any more. */
  over(): void;
};

/** Starts the clock of one request. Without `whole`, only the beginning of the answer has a time limit. */
export function startDeadline(timeout: number, whole: number | undefined, interrupted?: AbortSignal): Deadline {
  const cut = new AbortController();
  const late = (waited: number, option?: '--timeout') => (): void => cut.abort(new TooLateError(waited, option));
  const interrupt = (): void => cut.abort(interrupted?.reason);
  if (interrupted?.aborted) interrupt();
  else interrupted?.addEventListener('abort', interrupt);
  const end = whole === undefined ? undefined : setTimeout(late(whole), whole).unref();
  let beginning: NodeJS.Timeout | undefined;
  return {
    signal: cut.signal,
    sent() {
      beginning = setTimeout(late(timeout, '--timeout'), timeout).unref();
    },
    begun() {
      clearTimeout(beginning);
    },
    over() {
      clearTimeout(beginning);
      clearTimeout(end);
      interrupted?.removeEventListener('abort', interrupt);
    },
  };
}
