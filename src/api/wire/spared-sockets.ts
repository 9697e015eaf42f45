/** Sockets that avoid two events that crash undici or make it close a connection. */

import type {Socket} from 'node:net';
import {codeOf} from '../../core/system/files.js';

/** What undici attaches to a socket to read answers. It pauses while nobody takes what it has read. */
export type Parsers = {readonly kParser: symbol};

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

/** Removes an interim answer "100 Continue", which some servers send unasked, and at which undici closes. */
export function withoutContinue<S extends Socket>(socket: S): S {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket) as Socket['write']];
  let answerBegins = false;
  let held = Buffer.alloc(0);
  const next = (size?: number): unknown => {
    const chunk: unknown = read(size);
    if (!answerBegins || !Buffer.isBuffer(chunk)) return chunk;
    held = Buffer.concat([held, chunk]);
    while (CONTINUE.test(head(held))) {
      const end = held.indexOf('\r\n\r\n');
      if (end < 0) break;
      held = held.subarray(end + 4);
    }
    if (mayBeContinue(head(held)) && held.length < LONGEST) return null;
    const rest = held;
    held = Buffer.alloc(0);
    answerBegins = false;
    return rest;
  };
  return Object.assign(socket, {
    read: next,
    write: (...args: Parameters<Socket['write']>) => {
      answerBegins = true;
      return write(...args);
    },
  });
}

const CONTINUE = /^HTTP\/1\.[01] 100[ \r]/;

/** Whether the bytes so far may be the beginning of such an answer. */
const mayBeContinue = (text: string): boolean =>
  CONTINUE.test(text) || 'HTTP/1.1 100 '.startsWith(text) || 'HTTP/1.0 100 '.startsWith(text);

const head = (bytes: Buffer): string => bytes.toString('latin1', 0, 'HTTP/1.1 100 '.length);

/** The longest interim answer. */
const LONGEST = 16 * 1024;
