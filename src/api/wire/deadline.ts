/** The time that a request was given is over. Its sentence is written where it is known how far the request had come. */
export class TooLateError extends Error {}

/** The ends of one request: Ctrl-C, an answer that does not begin, and one that is not complete in time. */
export type Deadline = {
  /** Aborted by whichever end comes first. */
  readonly signal: AbortSignal;
  /** The request is out: from now on its answer must begin. Signs of life that are no answer do not count. */
  sent(): void;
  begun(): void;
  /** The answer is complete, or nobody waits for it any more. */
  over(): void;
};

/** Starts the clock of one request. Without `whole` only the beginning of the answer is waited for by the clock. */
export function startDeadline(timeout: number, whole: number | undefined, interrupted?: AbortSignal): Deadline {
  const cut = new AbortController();
  const late = (): void => cut.abort(new TooLateError());
  const interrupt = (): void => cut.abort(interrupted?.reason);
  if (interrupted?.aborted) interrupt();
  else interrupted?.addEventListener('abort', interrupt);
  const end = whole === undefined ? undefined : setTimeout(late, whole).unref();
  let beginning: NodeJS.Timeout | undefined;
  return {
    signal: cut.signal,
    sent() {
      beginning = setTimeout(late, timeout).unref();
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
