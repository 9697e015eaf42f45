import type {Socket} from 'node:net';

/**
Takes an interim answer "100 Continue" off what a socket reads. Some servers send one unasked, and undici, which never
asks, closes the connection over it. Only the beginning of an answer is looked at: what a body holds stays as it is.
*/
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

/** Whether what has come so far is the beginning of such an answer, or all of one but its end. */
const mayBeContinue = (text: string): boolean =>
  CONTINUE.test(text) || 'HTTP/1.1 100 '.startsWith(text) || 'HTTP/1.0 100 '.startsWith(text);

const head = (bytes: Buffer): string => bytes.toString('latin1', 0, 'HTTP/1.1 100 '.length);

/** An interim answer that is longer than this is none. */
const LONGEST = 16 * 1024;
