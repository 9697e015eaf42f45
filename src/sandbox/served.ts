import {request} from 'node:http';
import type {Host} from '../host.js';

/**
Inside `emk sandbox run` the account lives in the process that runs the command, and is asked over HTTP. Gives nothing
outside.
*/
export async function askServed<T>({env}: Pick<Host, 'env'>, path: string): Promise<T | undefined> {
  const {EMK_SANDBOX_RUN: inside, EMK_BASE_URL: baseUrl} = env;
  if (!inside || !baseUrl) return undefined;
  const {message} = JSON.parse(await bodyOf(`${baseUrl}${path}`)) as {message: T};
  return message;
}

const bodyOf = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asking = request(url, {agent: false}, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end();
  });
