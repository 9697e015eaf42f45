/** Sockets that avoid two events that crash undici. */

import type {Socket} from 'node:net';
import {codeOf} from '../../core/system/files.js';

/** What undici attaches to a socket to read answers. It pauses while nobody takes what it has read. */
type Parsers = {readonly kParser: symbol};

/**
 * Delays the end of a connection until its reader has taken everything before it. Otherwise undici's parser fails with
 * an assertion that nobody can catch when a connection ends while a slow reader makes it wait (nodejs/undici#5360).
 */
export function endWhenRead<S extends Socket>(socket: S, {kParser}: Parsers): S {
  const [push, read, destroy] = [socket.push.bind(socket), socket.read.bind(socket), socket.destroy.bind(socket)];
  const waits = (): boolean => (socket as unknown as Parsed)[kParser]?.paused === true;
  let isOver = false;
  const end = (): void => {
    if (!isOver || socket.destroyed || socket.readableLength > 0 || waits()) return;
    isOver = false;
    push(null);
    // An empty stream notices its end only when somebody reads.
    read(0);
  };
  return Object.assign(socket, {
    push(chunk: unknown, encoding?: BufferEncoding): boolean {
      if (chunk !== null) return push(chunk, encoding);
      isOver = true;
      end();
      return false;
    },
    read(size?: number): unknown {
      const chunk: unknown = read(size);
      // Only after the parser has seen this chunk is it known whether it waits again.
      if (isOver) queueMicrotask(end);
      return chunk;
    },
    // On a connection reset, undici asks the parser for the rest of the answer, which fails the same way.
    destroy: (error?: Error): S => destroy(waits() && codeOf(error) === 'ECONNRESET' ? withoutCode(error) : error),
  });
}

type Parsed = {readonly [symbol: symbol]: {readonly paused: boolean} | null | undefined};

const withoutCode = (cause: unknown): Error => new Error('The connection was reset.', {cause});
