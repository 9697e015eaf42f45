import {request} from 'node:http';
import type {RunningSandbox} from '../../src/sandbox/running/start.js';

export type RawAnswer = {
  readonly status: number;
  readonly headers: {readonly [name: string]: string | string[] | undefined};
  readonly text: string;
  readonly json: {readonly status?: string; readonly message?: unknown; readonly errors?: unknown};
};

type RawRequest = {
  readonly method?: string;
  readonly headers?: {readonly [name: string]: string};
  readonly body?: string | Buffer;
};

/** Sends a request as any program would, without emk's own client. A dropped connection is a rejection. */
export const raw = (url: string, {method = 'GET', headers = {}, body}: RawRequest = {}): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const asking = request(url, {method, headers, agent: false}, response => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) return reject(new Error('The answer ended early.'));
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          get json() {
            return JSON.parse(text) as RawAnswer['json'];
          },
        });
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });

type Reached = Pick<RunningSandbox, 'baseUrl' | 'publicKey' | 'secretKey'>;

/** The same with an account's keys, on a path of its API. */
export const ask = (sandbox: Reached, path: string, {headers, ...rest}: RawRequest = {}): Promise<RawAnswer> =>
  raw(`${sandbox.baseUrl}${path}`, {...rest, headers: {...keysOf(sandbox), ...headers}});

/** A request to the sandbox about itself, with the keys of its account. */
export const control = (
  sandbox: Reached & Pick<RunningSandbox, 'origin'>,
  path: string,
  {headers, ...rest}: RawRequest = {},
): Promise<RawAnswer> => raw(`${sandbox.origin}${path}`, {...rest, headers: {...keysOf(sandbox), ...headers}});

export const keysOf = ({publicKey, secretKey}: Reached) => ({
  PublicKey: publicKey,
  SecretKey: secretKey,
  Accept: 'application/json',
});

const urlencodedType = {'content-type': 'application/x-www-form-urlencoded'};

export const urlencoded = (fields: ReadonlyArray<readonly [string, string]>): RawRequest => ({
  method: 'POST',
  headers: urlencodedType,
  body: fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
});

export type Part = readonly [name: string, value: string | Buffer, filename?: string];

/** A multipart form written by hand, byte for byte. */
export function multipart(parts: readonly Part[]): RawRequest {
  const boundary = 'a-line-nobody-writes';
  const body = Buffer.concat([
    ...parts.flatMap(([name, value, filename]) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: text/csv`}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return {method: 'POST', headers: {'content-type': `multipart/form-data; boundary=${boundary}`}, body};
}
