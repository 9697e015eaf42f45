import {once} from 'node:events';
import type {ServerResponse} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import type {PulledAnswer} from '../account/answer.js';

/** How faults disturb the sending of an answer. */
export type Spoiling = {
  /** Sends a few bytes at a time. */
  readonly drip?: {readonly bytes: number; readonly ms: number} | undefined;
  /** Ends the answer after this many bytes, or half-way. */
  readonly cutAfter?: number | 'half' | undefined;
  /** Sends bytes that are not HTTP. */
  readonly garbage?: true | undefined;
};

/** Writes an answer, no faster than the client reads it. */
export async function send(response: ServerResponse, answer: PulledAnswer, spoiling: Spoiling = {}): Promise<void> {
  if (spoiling.garbage) {
    response.socket?.end('\u0015\u0003\u0001\u0000\u0002\u0002\u0046', 'latin1');
    return;
  }
  const {text, more} = answer;
  const first = Buffer.from(text);
  const whole = more === undefined;
  response.writeHead(answer.status, {...answer.headers, ...(whole ? {'content-length': String(first.length)} : {})});
  if (spoiling.cutAfter !== undefined) {
    const end = spoiling.cutAfter === 'half' ? Math.ceil(first.length / 2) : spoiling.cutAfter;
    await write(response, first.subarray(0, Math.min(end, first.length - 1)));
    response.socket?.destroySoon();
    return;
  }
  for (let piece: Buffer | undefined = first; piece !== undefined; piece = await nextOf(more)) {
    if (spoiling.drip) await drip(response, piece, spoiling.drip);
    else await write(response, piece);
    if (response.destroyed) return;
  }
  response.end();
}

const nextOf = async (more: PulledAnswer['more']): Promise<Buffer | undefined> => {
  const text = await more?.();
  return text === undefined ? undefined : Buffer.from(text);
};

async function drip(response: ServerResponse, bytes: Buffer, {bytes: size, ms}: {bytes: number; ms: number}) {
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    await write(response, bytes.subarray(at, at + size));
    await sleep(ms);
  }
}

async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed || bytes.length === 0 || response.write(bytes)) return;
  const left = new AbortController();
  const signal = left.signal;
  await Promise.race([once(response, 'drain', {signal}), once(response, 'close', {signal})]).finally(() =>
    left.abort(),
  );
}
