import type {Writable} from 'node:stream';

/** Whoever read the output has left, as `head` does when it has seen enough. That is no failure. */
export class ClosedPipe extends Error {}

/** Where output goes. */
export type Sink = {
  /** Waits until the chunk is taken, so that a slow reader slows the source. Throws `ClosedPipe` when nobody reads any more. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Something worth knowing that is not data. */
  notice(sentence: string): void;
  warn(sentence: string): void;
};

/** Makes a sink of a stream. */
export function createSink(stream: Writable, {notice, warn}: Pick<Sink, 'notice' | 'warn'>): Sink {
  stream.off('error', heardInWrite).on('error', heardInWrite);
  return {
    write: chunk =>
      new Promise((resolve, reject) => {
        if (chunk.length === 0) resolve();
        else stream.write(chunk, error => (error ? reject(hasClosed(error) ? new ClosedPipe() : error) : resolve()));
      }),
    notice,
    warn,
  };
}

/** Every failed write tells its caller; without a listener the stream would end the process besides. */
const heardInWrite = (): void => undefined;

const closings = new Set(['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);

const hasClosed = (error: Error & {readonly code?: unknown}): boolean => closings.has(String(error.code));
