/** The errors for answers that are not this API's envelope: redirects, throttling, a proxy's error page. */

import {
  type EmkError,
  ForeignAnswerError,
  KeysError,
  MaintenanceError,
  RefusedError,
  ThrottledError,
  TooLargeError,
  UnreachableError,
} from '../../core/errors.js';
import {inQuotes} from '../../core/words/sentence.js';
import {isObject} from '../../core/words/values.js';
import type {Does} from '../describe/schema.js';
import {type Answer, lostAnswer, retryAfter, unknownOutcome} from '../wire/answer.js';

/** The error for refused keys, in the service's words if it gave any. */
export const keysRefused = (reason: string): KeysError =>
  new KeysError(`The service refused the keys${reason === '' ? '' : `: ${inQuotes(reason)}`}.`, {
    hint: 'To log in again: emk login',
  });

const checkUrl = 'Check the base URL: emk auth status';

/** Throws for HTTP statuses whose meaning does not depend on the body. */
export function throwForStatus(effect: Does, {status, headers, withoutKeys}: Answer): void {
  if (status >= 300 && status < 400) throw redirected(effect, status, headers['location'] ?? '', withoutKeys);
  if (status === 429) {
    throw new ThrottledError('The service limits requests.', {
      wait: retryAfter(headers),
      hint: 'Try again later, or wait longer: EMK_MAX_WAIT=10m',
    });
  }
  if (status === 413) {
    throw new TooLargeError('The request is too large for the service.', {hint: 'Send less at a time.'});
  }
}

/** The error for JSON without this API's `status`: the framework's own `{message}`, or another program's answer. */
export function frameworkError(effect: Does, {status, headers, withoutKeys}: Answer, value: unknown): EmkError {
  const {message: rawMessage, errors}: {message?: unknown; errors?: unknown} = isObject(value) ? value : {};
  if (typeof rawMessage !== 'string')
    return foreign(effect, `The answer is JSON, but not from this API (HTTP ${status}).`);
  const message = withoutKeys(rawMessage);
  if (status === 503) {
    return new MaintenanceError(`The service is in maintenance: ${inQuotes(message)}.`, {
      wait: retryAfter(headers),
      hint: 'Try again later.',
    });
  }
  if (status === 401 || status === 403) {
    return keysRefused(message);
  }
  if (status === 404 || status === 405) {
    return new ForeignAnswerError(`The service does not know this address (HTTP ${status}).`, {hint: checkUrl});
  }
  if (status >= 400 && status < 500) {
    return new RefusedError([message, withoutKeys(toSentence(errors))].filter(Boolean).join(' '), {
      fields: toComplaints(errors, withoutKeys),
    });
  }
  if (status >= 500) return serverFailed(effect, status, inQuotes(message));
  return foreign(effect, `The answer is JSON, but not from this API: ${inQuotes(message)}.`);
}

/** The error for a body that is not JSON. */
export function textAnswerError(effect: Does, answer: Answer): EmkError {
  const {status, text, complete} = answer;
  const body = text.trim();
  if (body === '' && status < 400) return lostAnswer(effect, 'The answer was empty.');
  if (!complete || (status < 400 && /^[[{]/.test(body))) return lostAnswer(effect, 'The answer was cut off.');
  const page = `${pageTitle(answer)} (HTTP ${status})`;
  if (status === 401 || status === 403) {
    return new KeysError(`The service refused access: ${page}.`, {
      hint: 'Check the keys and the base URL: emk auth status',
    });
  }
  if (status === 404 || status === 405)
    return new ForeignAnswerError(`The service has no such address: ${page}.`, {hint: checkUrl});
  if (status >= 500) return serverFailed(effect, status, page);
  return foreign(effect, `The answer is not from this API: ${page}.`);
}

function redirected(effect: Does, status: number, location: string, withoutKeys: Answer['withoutKeys']): EmkError {
  const safe = withoutKeys(location);
  // Parsing a URL changes its spelling, and a key in another spelling may appear, so keys are masked again.
  const target = withoutKeys(URL.canParse(safe) ? new URL(safe).origin : excerpt(pathOf(safe))) || 'nowhere';
  return foreign(effect, `The service redirected to ${target} (HTTP ${status}) instead of answering.`);
}

/** The path without its query, which may repeat what was sent, keys included. */
const pathOf = (location: string): string => location.split(/[?#]/)[0] ?? '';

const foreign = (effect: Does, what: string): EmkError =>
  effect === 'reads'
    ? new ForeignAnswerError(what, {
        hint: 'Check the base URL: emk auth status. Often it has http instead of https, or a wrong path.',
      })
    : unknownOutcome(what);

function serverFailed(effect: Does, status: number, what: string): EmkError {
  const sentence = `The service failed: ${what}.`;
  if (effect !== 'reads') return unknownOutcome(sentence, undefined, status);
  return new UnreachableError(sentence, {hint: 'Try again later.'});
}

/** Describes an HTML page by its title, because the page may be long. */
function pageTitle({text, headers, withoutKeys}: Answer): string {
  const page = withoutKeys(text);
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1] ?? page.replace(/<[^>]*>/g, ' ');
  const server = withoutKeys(headers['server'] ?? '');
  return [
    excerpt(title) === '' ? 'a page without a title' : inQuotes(excerpt(title)),
    server && `from ${excerpt(server, 40)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Complaints by parameter, however the service nests their texts. */
export const toComplaints = (errors: unknown, withoutKeys: (text: string) => string): Record<string, string[]> =>
  isObject(errors)
    ? Object.fromEntries(
        Object.entries(errors).map(([name, texts]) => [
          withoutKeys(name),
          [texts].flat(2).map(text => withoutKeys(toText(text))),
        ]),
      )
    : {};

/** Complaints that name no parameter: a text, or a list of texts. Empty if there are none. */
export const toSentence = (errors: unknown): string =>
  typeof errors === 'string' || Array.isArray(errors) ? [errors].flat(2).map(toText).join(' ').trim() : '';

/** A value as text. JSON.parse reads any depth, but JSON.stringify overflows the stack on deep values. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '(a complaint too deeply nested to be shown)';
    throw error;
  }
}

/** The beginning of a text of the service, on one line. Mask keys before: half a key would not be recognised. */
export const excerpt = (text: string, length = 120): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
