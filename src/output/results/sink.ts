import type {Writable} from 'node:stream';
import {maskPieces} from '../../api/wire/secrets.js';
import {PartialError} from '../../core/errors.js';
import type {ProgressDisplay} from '../live/progress.js';
import {type TextForm, toStream} from '../text/terminal.js';
import type {Facts} from './documents.js';

/** The reader of the output has closed it, such as `head` after enough lines. This is not a failure. */
export class ClosedPipe extends Error {}

export type Sink = {
  /** Waits until the chunk is written, so that a slow reader slows the source. A closed pipe throws `ClosedPipe`. */
  write(chunk: string | Uint8Array, form?: TextForm): Promise<void>;
  notice(sentence: string, facts?: Facts): void;
  warn(sentence: string): void;
};

/** A sink that holds back what looks like the beginning of a key, until it is written or flushed. */
type MaskingSink = Sink & {flush(): Promise<void>};

/** Makes a sink of a stream. On a terminal, it removes a progress bar before writing. */
export function createSink(
  stream: Writable & {readonly isTTY?: boolean},
  {
    notice,
    warn,
    progress,
    hidden = noSecrets,
  }: Pick<Sink, 'notice' | 'warn'> & {
    readonly progress?: Pick<ProgressDisplay, 'makeRoom'>;
    readonly hidden?: () => readonly string[];
  },
  standard: TextForm = 'words',
): MaskingSink {
  const shared = stream.isTTY === true ? progress : undefined;
  stream.off('error', heardInWrite).on('error', heardInWrite);
  const shown = toStream(stream);
  const {push, rest} = maskPieces(hidden);
  const put = (chunk: string | Uint8Array, form: TextForm): Promise<void> =>
    new Promise((resolve, reject) => {
      if (chunk.length === 0) return resolve();
      shared?.makeRoom(chunk);
      stream.write(shown(chunk, form), error => (error ? reject(asSinkError(stream.errored ?? error)) : resolve()));
    });
  return {
    write: (chunk, form = standard) => put(push(chunk), form),
    flush: () => put(rest(), standard),
    notice,
    warn,
  };
}

const none: readonly string[] = [];
const noSecrets = (): readonly string[] => none;

/** Ignores stream errors: every failed write reports to its caller, and without a listener the process would end. */
const heardInWrite = (): void => undefined;

/** Tells a closed pipe, an unwritable place, and unexpected errors apart. */
function asSinkError(error: Error & {readonly code?: unknown}): Error {
  const code = String(error.code);
  if (closings.has(code)) return new ClosedPipe();
  const reason = refusals.get(code);
  return reason === undefined ? error : unwritten(reason, error);
}

/**
 * The error of output that could not be written. The service has done its work by now, and some output may be out. So
 * the exit code says “partly done”: repeating a command that changes something would do it twice.
 */
const unwritten = (reason: string, cause: Error): PartialError =>
  new PartialError(`emk could not write the output: ${reason}.`, {
    cause,
    hint: 'Make room or write elsewhere. If the command changed something, that stays: look before you run it again.',
  });

const closings = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

const refusals = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'your disk quota is used up'],
  ['EFBIG', 'a file may not become so large'],
  ['EIO', 'the device failed'],
  ['EBADF', 'stdout is not open for writing'],
]);
