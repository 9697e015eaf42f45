import {type IncomingMessage, request} from 'node:http';
import {originOf} from '../../accounts/base-url.js';
import {keysIn} from '../../accounts/environment.js';
import {pickProfile} from '../../accounts/pick-profile.js';
import {findAccount} from '../../accounts/resolve.js';
import {configOf} from '../../accounts/save-config.js';
import {isObject} from '../../api/answers/is-object.js';
import type {Context} from '../../commands/command.js';
import {ConfigError, UnreachableError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';
import {isLoopback} from '../../system/loopback.js';

type Asking = Pick<Context, 'host' | 'globals' | 'warn'>;

/** Asks the sandbox that the user is logged in to; undefined if the account is not a served sandbox's. */
export async function askServed<T>(
  context: Asking,
  path: string,
  /** Whether an answer has the form of a sandbox's: another service may answer anything. */
  told: (message: unknown) => message is T,
): Promise<T | undefined> {
  const url = servedAt(context, path);
  if (url === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of (await openServed(url)) as AsyncIterable<Buffer>) chunks.push(chunk);
  const {message} = parsed(Buffer.concat(chunks).toString());
  if (!told(message)) throw noSandbox(url);
  return message;
}

/** The JSON of a text; an object without a message if it is not JSON. */
function parsed(text: string): {readonly message?: unknown} {
  try {
    const answer: unknown = JSON.parse(text);
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** The URL for asking a served sandbox about itself. It is on this machine, so no other service is asked. */
export function servedAt(context: Asking, path: string): string | undefined {
  const {host, globals} = context;
  if (globals.sandbox) return undefined;
  const config = configOf(context);
  const isLoggedIn = keysIn(host).length > 0 || pickProfile(globals, host, config) !== undefined;
  if (!isLoggedIn) return undefined;
  const {baseUrl} = findAccount(globals, host, config);
  const {protocol, hostname} = new URL(baseUrl.value);
  return protocol === 'http:' && isLoopback(hostname) ? `${originOf(baseUrl.value)}${path}` : undefined;
}

/** Requests it, and returns the answer to be read. */
export async function openServed(url: string): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(url, {agent: false, timeout: TIMEOUT}, resolve);
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('No answer.'), {code: 'ETIMEDOUT'})));
    asked.on('error', reject).end();
  }).catch((cause: unknown) => {
    throw new UnreachableError(`No sandbox answers at ${originOf(url)} (${codeOf(cause)}).`, {hint: ways, cause});
  });
  if (answer.statusCode === 200) return answer;
  answer.resume();
  throw noSandbox(url);
}

const noSandbox = (url: string): ConfigError =>
  new ConfigError(`The account at ${originOf(url)} is not a sandbox.`, {hint: ways});

/** In milliseconds. A sandbox on this machine answers much faster. */
const TIMEOUT = 10_000;

const ways = 'Start one with "emk sandbox serve", or ask the account that is kept here: add --sandbox.';
