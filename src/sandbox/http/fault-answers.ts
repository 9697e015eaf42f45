import {STATUS_CODES} from 'node:http';
import type {WholeAnswer} from '../account/answer.js';
import {frameworkError} from '../account/answer.js';
import type {Fault, FaultKind} from './fault-text.js';
import type {Befalling} from './faults.js';

/** What a fault answers in place of the account, if any of those that befall a request does so. */
export function answerInstead(
  befalling: Befalling,
): {readonly answer: WholeAnswer; readonly applied: boolean} | undefined {
  for (const [kind, make] of Object.entries(makers)) {
    const fault = befalling.of(kind as FaultKind);
    if (fault) return {answer: make(fault), applied: 'applied' in fault.options};
  }
  return undefined;
}

const makers = {
  429: ({options}: Fault): WholeAnswer =>
    frameworkError(429, 'Too Many Attempts.', {
      ...retryAfter(options['retry-after'] ?? '1', 'date' in options),
      ...(options['limit'] === undefined ? {} : {'x-ratelimit-limit': options['limit'], 'x-ratelimit-remaining': '0'}),
    }),
  500: (): WholeAnswer => frameworkError(500, 'Server Error'),
  '502-html': ({options}: Fault): WholeAnswer => gatewayPage(Number(options['status'] ?? 502)),
  '503-maintenance': ({options}: Fault): WholeAnswer =>
    frameworkError(503, 'Service Unavailable', retryAfter(options['retry-after'] ?? 'none', false)),
  413: (): WholeAnswer => page(413, 'Request Entity Too Large', {server: 'nginx'}),
  redirect: ({options}: Fault): WholeAnswer => page(302, 'Redirecting', {location: options['to'] ?? '/'}),
  html200: (): WholeAnswer => page(200, 'Welcome', {}),
  empty: (): WholeAnswer => ({status: 200, headers: {'content-type': 'text/html; charset=UTF-8'}, body: ''}),
};

const gatewayPage = (status: number): WholeAnswer => page(status, STATUS_CODES[status] ?? 'Error', {server: 'nginx'});

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: {readonly [name: string]: string}): WholeAnswer => ({
  status,
  headers: {'content-type': 'text/html; charset=UTF-8', ...headers},
  body: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

/** What PHP prints before the answer when it shows its warnings. */
export const phpWarning = (says: string): string =>
  `<br />\n<b>Warning</b>:  ${says} in <b>Unknown</b> on line <b>0</b><br />\n`;

const retryAfter = (seconds: string, asDate: boolean): {readonly [name: string]: string} => {
  if (seconds === 'none') return {};
  const value = asDate ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : seconds;
  return {'retry-after': value};
};
