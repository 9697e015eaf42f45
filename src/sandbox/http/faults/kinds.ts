import {frameworkError, pulled, type WholeAnswer} from '../../account/answer.js';
import {type Form, type FormValue, isUpload} from '../../service/behaviour.js';
import {anyText, flag, httpStatus, type Kind, kind, type OptionValues, wholeNumber} from './kind.js';
import {page, phpWarning, statusPage} from './pages.js';

const applied = {applied: flag('after applying the request, not before')};

/** Everything that the sandbox can do wrong on request. A new kind needs only its entry here. */
export const faultKinds = {
  latency: kind({
    help: 'answers late',
    options: {ms: wholeNumber('how late (1000)')},
    meets: 'together',
    acts: {wait: (_, {ms = 1000}) => ms},
  }),
  'slow-drip': kind({
    help: 'sends the answer a few bytes at a time',
    options: {ms: wholeNumber('pause (20)'), bytes: wholeNumber('piece (64)')},
    meets: 'together',
    acts: {sending: (how, {ms = 20, bytes = 64}) => ({...how, drip: {ms, bytes}})},
  }),
  429: kind({
    help: 'limits requests; applies nothing',
    options: {
      'retry-after': anyText('seconds, `none`, or seconds with `date` (1)'),
      date: flag('gives Retry-After as a date'),
      limit: wholeNumber('adds X-RateLimit headers with this limit'),
    },
    meets: 'alone',
    acts: {
      instead: (_, {'retry-after': seconds = '1', date = false, limit}) =>
        pulled(
          frameworkError(429, 'Too Many Attempts.', {
            ...retryAfter(seconds, date),
            ...(limit === undefined ? {} : {'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': '0'}),
          }),
        ),
    },
  }),
  500: kind({
    help: "fails with the framework's error",
    options: applied,
    meets: 'alone',
    acts: beforeOrAfter(() => frameworkError(500, 'Server Error')),
  }),
  '502-html': kind({
    help: "answers with a gateway's page",
    options: {...applied, status: httpStatus('another status (502)')},
    meets: 'alone',
    acts: beforeOrAfter(({status = 502}: {readonly status?: number}) => statusPage(status)),
  }),
  '503-maintenance': kind({
    help: 'is in maintenance; applies nothing',
    options: {'retry-after': anyText('seconds (none)')},
    meets: 'alone',
    acts: {
      instead: (_, {'retry-after': seconds = 'none'}) =>
        pulled(frameworkError(503, 'Service Unavailable', retryAfter(seconds, false))),
    },
  }),
  413: kind({
    help: "refuses the request as too large, with a proxy's page",
    options: {},
    meets: 'alone',
    acts: {instead: () => pulled(page(413, 'Request Entity Too Large', {server: 'nginx'}))},
  }),
  redirect: kind({
    help: 'redirects; applies nothing',
    options: {to: anyText('where to (/)')},
    meets: 'alone',
    acts: {instead: (_, {to = '/'}) => pulled(page(302, 'Redirecting', {location: to}))},
  }),
  html200: kind({
    help: 'answers 200 with a page that is not the API',
    options: applied,
    meets: 'alone',
    acts: beforeOrAfter(() => page(200, 'Welcome')),
  }),
  'php-warning': kind({
    help: 'puts a PHP warning before the JSON',
    options: {},
    meets: 'together',
    acts: {answer: reply => (typeof reply === 'string' ? reply : phpWarning('Undefined variable $settings', reply))},
  }),
  truncate: kind({
    help: 'ends the answer half-way',
    options: {bytes: wholeNumber('after this many bytes')},
    meets: 'alone',
    acts: {sending: (how, {bytes}) => ({...how, cutAfter: bytes ?? 'half'})},
  }),
  garbage: kind({
    help: 'applies the request, then sends bytes that are not HTTP',
    options: {},
    meets: 'alone',
    acts: {sending: how => ({...how, garbage: true})},
  }),
  empty: kind({
    help: 'answers 200 with nothing',
    options: applied,
    meets: 'alone',
    acts: beforeOrAfter(() => ({status: 200, headers: {'content-type': 'text/html; charset=UTF-8'}, body: ''})),
  }),
  'reset-before': kind({
    help: 'drops the connection; applies nothing',
    options: {headers: flag('before the body is read')},
    meets: 'alone',
    acts: {head: (_, {headers}) => (headers ? 'drop' : 'read'), instead: () => 'drop'},
  }),
  'lost-reply': kind({
    help: 'applies the request, then drops the connection',
    options: {},
    meets: 'alone',
    acts: {answer: () => 'drop'},
  }),
  'late-commit': kind({
    help: 'drops the connection; the change comes later',
    options: {
      s: wholeNumber('seconds until then, on the account clock (5)'),
      answered: flag('answers as if it were applied'),
    },
    meets: 'alone',
    acts: {
      question: (asking, {s = 5}) => ({...asking, delay: s}),
      answer: (reply, {answered}) => (answered ? reply : 'drop'),
    },
  }),
  hang: kind({
    help: 'never answers',
    options: applied,
    meets: 'alone',
    acts: {instead: (reply, {applied}) => (applied ? reply : 'hang'), answer: () => 'hang'},
  }),
  'list-cap': kind({
    help: 'lists only the first few records',
    options: {n: wholeNumber('how many (100)')},
    meets: 'together',
    acts: {question: (asking, {n = 100}) => ({...asking, cap: n})},
  }),
  'accept-part': kind({
    help: 'applies only a part of a file or of the ids, but says it applied all',
    options: {n: wholeNumber('how many (half)')},
    meets: 'together',
    acts: {question: (asking, {n}) => ({...asking, input: acceptPart(asking.input, n)})},
  }),
} as const satisfies {readonly [kind: string]: Kind};

export type FaultKind = `${keyof typeof faultKinds}`;

/** Answers in place of the account, before the request reaches it or, with the option `applied`, afterwards. */
function beforeOrAfter<V extends OptionValues>(answer: (options: V & {readonly applied?: true}) => WholeAnswer) {
  return {
    instead: (reply: undefined, options: V & {readonly applied?: true}) =>
      options.applied ? reply : pulled(answer(options)),
    answer: (_: unknown, options: V & {readonly applied?: true}) => pulled(answer(options)),
  };
}

const retryAfter = (seconds: string, asDate: boolean): {readonly [name: string]: string} => {
  if (seconds === 'none') return {};
  const value = asDate ? new Date(Date.now() + Number(seconds) * 1000).toUTCString() : seconds;
  return {'retry-after': value};
};

/** Shortens an input to its beginning: the header and first rows of a file, the first of several ids. */
const acceptPart = (input: Form, count: number | undefined): Form =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value, count)]));

function cut(value: FormValue, count: number | undefined): FormValue {
  if (Array.isArray(value)) return value.slice(0, count ?? Math.floor(value.length / 2));
  return isUpload(value) ? {...value, bytes: firstRows(value.bytes, count)} : value;
}

function firstRows(bytes: Uint8Array, count: number | undefined): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
  const rows = count ?? Math.floor((lines.length - 1) / 2);
  return Buffer.from(lines.slice(0, rows + 1).join(''), 'latin1');
}
