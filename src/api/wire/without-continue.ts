import type {Socket} from 'node:net';

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
