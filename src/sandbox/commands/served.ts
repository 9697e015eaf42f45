import {type IncomingMessage, request} from 'node:http';
import type {Host} from '../../system/host.js';

/**
Inside `emk sandbox run` the account lives in the process that runs the command, and is asked over HTTP. Returns undefined
outside of it.
*/
export async function askServed<T>(host: Pick<Host, 'env'>, path: string): Promise<T | undefined> {
  const url = servedAt(host, path);
  if (url === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of (await openServed(url)) as AsyncIterable<Buffer>) chunks.push(chunk);
  const {message} = JSON.parse(Buffer.concat(chunks).toString()) as {message: T};
  return message;
}

/** The address of a page of the sandbox that `emk sandbox run` started; undefined outside of it. */
export function servedAt({env}: Pick<Host, 'env'>, path: string): string | undefined {
  const {EMK_SANDBOX_RUN: inside, EMK_BASE_URL: baseUrl} = env;
  return inside && baseUrl ? `${baseUrl}${path}` : undefined;
}

/** Requests that page, and returns the answer as a stream. */
export const openServed = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, {agent: false}, resolve).on('error', reject).end();
  });
