import {ConfigError} from '../core/errors.js';
import {isLoopback} from '../core/words/values.js';

/** Reads a base URL into its standard form: no slash at the end, and no part that must not be sent or shown. */
export function toBaseUrl(text: string, source: string, {allowHttp}: {readonly allowHttp: boolean}): string {
  const url = parse(text, source);
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(`${called(source)} has a user name or password in it.`, {
      hint: 'Remove them: this API accepts keys only in headers.',
    });
  }
  if (text.indexOf('://') !== text.lastIndexOf('://')) {
    throw new ConfigError(`${called(source)} has two addresses.`, {
      hint: 'Give one address, such as https://mail.example.com/api',
    });
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError(`${called(source)} has a query or a fragment.`, {
      hint: 'A base URL ends with its path, such as https://mail.example.com/api.',
    });
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new ConfigError(`${called(source)} would send your keys to ${url.host} unencrypted.`, {
      hint: 'Use https, or add --allow-http to allow it.',
    });
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** The host of a base URL, for people. */
export const hostOf = (baseUrl: string): string => new URL(baseUrl).host;

/** The scheme, host and port of a base URL: keys belong to these three. */
export const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** Whether two base URLs belong to one service: they have the same origin. */
export const sameOrigin = (one: string, other: string): boolean => originOf(one) === originOf(other);

/** Whether `/api` is missing from a base URL, which is the usual mistake. */
export const lacksApi = (baseUrl: string): boolean => !/\/api(\/|$)/.test(new URL(baseUrl).pathname);

/** A host with a dot in its name, perhaps with a port and a path, as people type it without the https. */
const bareHost = /^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/;

function parse(text: string, source: string): URL {
  const whole = bareHost.test(text) ? `https://${text}` : text;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new ConfigError(`${called(source)} is not a web address.`, {
    hint: 'Copy it from your account page. It looks like https://mail.example.com/api',
  });
}

/** What a person has answered has the name of the question. */
const called = (source: string): string =>
  source === 'your answer' ? 'The address of the service' : `The base URL from ${source}`;
