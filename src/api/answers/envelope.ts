import {
  type EmkError,
  ForeignAnswerError,
  KeysError,
  MaintenanceError,
  NotFoundError,
  RefusedError,
  ThrottledError,
  TooLargeError,
  UnreachableError,
} from '../../core/errors.js';
import {inQuotes} from '../../core/words/sentence.js';
import {isObject, onlyText} from '../../core/words/values.js';
import type {OperationOutput} from '../describe/operation.js';
import {text as textOf} from '../describe/operation.js';
import {recordName} from '../describe/route.js';
import type {Does, Operation, Returns} from '../describe/schema.js';
import {type Answer, lostAnswer, unknownOutcome} from '../wire/answer.js';

type Envelope = {readonly status: string; readonly message?: unknown; readonly errors?: unknown};

type OpenedAnswer<O extends Operation> = {readonly output: OperationOutput<O>; readonly warning?: string};

/** Reads an answer, or throws what it means: only `status: "success"` is success, whatever the HTTP status. */
export function openEnvelope<O extends Operation>(operation: O, answer: Answer, streamed = 0): OpenedAnswer<O> {
  const {effect, route} = operation;
  throwForStatus(effect, answer);
  const parsed = answer.complete ? jsonIn(answer.text) : undefined;
  if (!parsed || !isEnvelope(parsed.value)) throw foreignAnswer(effect, answer, parsed);
  const {value: envelope, skipped} = parsed;
  if (envelope.status === 'failed') return {output: onFailure(operation, answer, envelope)};
  if (skipped !== undefined && effect !== 'reads')
    throw unknownOutcome('The service printed a warning before its answer.');
  const said = (text: string): string => excerpt(answer.withoutKeys(text));
  const output = take(operation, envelope, streamed) as OperationOutput<O> | undefined;
  if (output === undefined) {
    const says = typeof envelope.message === 'string' ? `, but says "${said(envelope.message)}".` : '.';
    throw foreign(effect, `The answer to ${route} is not what the API promises${says}`);
  }
  if (skipped === undefined) return {output};
  return {output, warning: `The service printed a warning before its answer: ${said(skipped)}`};
}

const isEnvelope = (value: unknown): value is Envelope =>
  isObject(value) && (value['status'] === 'success' || value['status'] === 'failed');

/** The part of a success that the operation promises; undefined if it is missing. */
function take({returns, route}: Operation, envelope: Envelope, streamed: number): unknown {
  const {message, errors} = envelope;
  // Some deletions put their success text under `errors`, so both places are read.
  if (returns.kind === 'text') return onlyText(message) ?? onlyText(errors) ?? returns.text;
  if (!isObject(message)) return undefined;
  const listAt = (key: string): readonly unknown[] | undefined => {
    const list = message[key];
    if (!Array.isArray(list)) return undefined;
    expectedRecords({returns, route}).check(list);
    return list;
  };
  switch (returns.kind) {
    case 'many':
    case 'tags': {
      const list = listAt(returns.key);
      refusePages(route, envelope, streamed + (list?.length ?? 0));
      return list;
    }
    case 'several': {
      const lists = Object.fromEntries(returns.keys.map(key => [key, listAt(key)]));
      refusePages(route, envelope, Number.POSITIVE_INFINITY);
      return Object.values(lists).every(Boolean) ? lists : undefined;
    }
    case 'one':
      return asOne(message[returns.key]);
    case 'utr':
      return typeof message['utr'] === 'string' ? {utr: message['utr']} : undefined;
    default:
      return undefined;
  }
}

/** A record, which some endpoints put into a list of its own. */
function asOne(held: unknown): unknown {
  if (Array.isArray(held) && held.length === 0) throw noSuchRecord();
  const one: unknown = Array.isArray(held) ? held[0] : held;
  return isObject(one) ? one : undefined;
}

const isList = ({kind}: Returns): boolean => kind === 'many' || kind === 'tags';

function onFailure<O extends Operation>(
  operation: O,
  {status, withoutKeys}: Answer,
  {errors, message}: Envelope,
): OperationOutput<O> {
  const fields = toComplaints(errors, withoutKeys);
  const hasFields = Object.keys(fields).length > 0;
  const sentence = hasFields
    ? Object.values(fields).flat().join(' ')
    : withoutKeys(toSentence(errors) || toSentence(message));
  const namesKeys = 'PublicKey' in fields || 'SecretKey' in fields;
  if (status === 401 || status === 403 || namesKeys) throw keysRefused(sentence && inQuotes(sentence));
  const absent = operation.complainsOfAbsence ?? [];
  if (hasFields && Object.keys(fields).every(name => absent.includes(name))) throw noSuchRecord();
  if (hasFields) throw new RefusedError('The service refused the request.', {fields});
  if (!/^record not found\.?$/i.test(sentence))
    throw new RefusedError(sentence || 'The service refused the request and gave no reason.');
  // A list without a parent record always exists, so the service means that it is empty.
  if (isList(operation.returns) && recordName(operation) === undefined) return [] as unknown as OperationOutput<O>;
  throw noSuchRecord();
}

const noSuchRecord = (): NotFoundError =>
  new NotFoundError('There is no such record.', {hint: 'Check the ids on the line.'});

/** Refuses a page of a list: the API has none today, and a part must never count as the whole list. */
function refusePages(route: string, envelope: Envelope, shown: number): void {
  const around = [envelope, envelope.message].filter(isObject);
  if (!around.flatMap(part => [part, ...Object.values(part).filter(isObject)]).some(part => isOnePage(part, shown)))
    return;
  throw new ForeignAnswerError(`The answer to ${route} is only one page of several.`, {
    hint: 'This version of emk needs whole lists, so it uses nothing of this one.',
  });
}

const isOnePage = (part: Readonly<Record<string, unknown>>, shown: number): boolean =>
  Number(part['last_page']) > 1 ||
  ['next', 'next_page_url', 'next_cursor', 'has_more', 'has_more_pages'].some(key => part[key]) ||
  (('current_page' in part || 'per_page' in part) && Number(part['total']) > shown);

/** The text in the envelope; undefined if the answer is the file itself. Throws the error of a failure. */
export function textInside(operation: Operation, answer: Answer): string | undefined {
  throwForStatus(operation.effect, answer);
  const body = answer.text.trimStart();
  if (body.startsWith('{') && jsonIn(body)) return openEnvelope({...operation, returns: textOf('')}, answer).output;
  if (answer.status >= 400 || body === '' || /^<(!doctype|html)/i.test(body))
    throw foreignAnswer(operation.effect, answer, undefined);
  return undefined;
}

/** What each record of a list must be at least: an object, or a word in a list of words. */
export type ExpectedRecords = {
  /** The byte that each record begins with; undefined if any byte is allowed. */
  readonly opening: number | undefined;
  check(records: readonly unknown[]): void;
};

/** Builds the check of a list's records: a null would break readers, and dropping a person would be worse. */
export function expectedRecords({returns, route}: Pick<Operation, 'returns' | 'route'>): ExpectedRecords {
  const [opening, isRecord] = returns.kind === 'tags' ? [0x22, isText] : [0x7b, isObject];
  return {
    opening,
    check(records) {
      for (const record of records) if (!isRecord(record)) throw strange(route);
    },
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

const strange = (route: string): ForeignAnswerError =>
  new ForeignAnswerError(`The list that the service answered ${route} with holds something that is no record.`, {
    hint: 'See the answer as it came: run the command again with --debug.',
  });

type ParsedBody = {readonly value: unknown; readonly skipped?: string};

/** Finds the JSON in a body. With `display_errors`, PHP prints a warning as text or HTML before the answer. */
export function jsonIn(text: string): ParsedBody | undefined {
  const body = text.replace(/^\uFEFF/, '').trim();
  const whole = parse(body);
  if (whole) return whole;
  for (let at = body.indexOf('{"'); at > 0; at = body.indexOf('{"', at + 1)) {
    const rest = parse(body.slice(at));
    if (rest) return {...rest, skipped: warningIn(body.slice(0, at))};
  }
  return undefined;
}

function parse(text: string): ParsedBody | undefined {
  try {
    return {value: JSON.parse(text)};
  } catch {
    return undefined;
  }
}

const warningIn = (text: string): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

// ── Answers that are not this API's envelope: redirects, throttling, a proxy's error page ──

const keysRefused = (reason: string): KeysError =>
  new KeysError(`The service refused the keys${reason === '' ? '' : `: ${reason}`}.`, {
    hint: 'To see where they come from: emk auth status. Those of a profile are renewed by: emk login',
  });

/** Throws for HTTP statuses whose meaning does not depend on the body. */
function throwForStatus(effect: Does, {status, headers, withoutKeys}: Answer): void {
  if (status >= 300 && status < 400) throw redirected(effect, status, headers['location'] ?? '', withoutKeys);
  if (status === 429) {
    throw new ThrottledError('The service limits requests.', {
      wait: retryAfter(headers),
      hint: 'Try again later, or wait longer: EMK_MAX_WAIT=10m',
    });
  }
  if (status === 413)
    throw new TooLargeError('The request is too large for the service.', {hint: 'Send less at a time.'});
}

/** How long an answer asks to wait, in milliseconds, by both forms of `Retry-After`; a proxy may have added another. */
function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  const [, seconds] = /^(\d+)(?:\s*,|$)/.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  // JavaScript would take nearly any number for a date.
  const until = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  const from = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(until)) return undefined;
  return Math.max(0, until - (Number.isNaN(from) ? Date.now() : from));
}

/** The error for an answer without this API's `status`: no JSON, another program's, or the framework's own `{message}`. */
function foreignAnswer(effect: Does, answer: Answer, json: ParsedBody | undefined): EmkError {
  const {status, withoutKeys} = answer;
  const body = answer.text.trim();
  if (!json) {
    if (body === '' && status < 400) return lostAnswer(effect, 'The answer was empty.');
    const isCut = !answer.complete || (status < 400 && /^[[{]/.test(body));
    if (isCut) return lostAnswer(effect, 'The answer was cut off.');
    return withStatus(effect, answer, `${pageTitle(answer)} (HTTP ${status})`);
  }
  const {message, errors}: {message?: unknown; errors?: unknown} = isObject(json.value) ? json.value : {};
  if (typeof message !== 'string')
    return foreign(effect, `The answer is JSON, but not from this API (HTTP ${status}).`);
  const says = withoutKeys(message);
  if (status === 503) {
    const details = {wait: retryAfter(answer.headers), hint: 'Try again later.'};
    return new MaintenanceError(`The service is in maintenance: ${inQuotes(says)}.`, details);
  }
  if (status < 400 || status > 499 || [401, 403, 404, 405].includes(status))
    return withStatus(effect, answer, inQuotes(says));
  const sentences = [says, withoutKeys(toSentence(errors))].filter(Boolean);
  return new RefusedError(sentences.join(' '), {fields: toComplaints(errors, withoutKeys)});
}

function withStatus(effect: Does, {status}: Answer, what: string): EmkError {
  if (status === 401 || status === 403) return keysRefused(what);
  if (status === 404 || status === 405)
    return new ForeignAnswerError(`The service does not know this address (HTTP ${status}).`, {hint: checkUrl});
  if (status < 500) return foreign(effect, `The answer is not from this API: ${what}.`);
  const sentence = `The service failed: ${what}.`;
  if (effect !== 'reads') return unknownOutcome(sentence, undefined, status);
  return new UnreachableError(sentence, {hint: 'Try again later.'});
}

const checkUrl = 'Check the base URL: emk auth status. Often it has http instead of https, or a wrong path.';

function redirected(effect: Does, status: number, location: string, withoutKeys: Answer['withoutKeys']): EmkError {
  const safe = withoutKeys(location);
  // Parsing a URL changes its spelling, and a key in another spelling may appear, so keys are masked again.
  const target = URL.canParse(safe) ? withoutKeys(new URL(safe).origin) : 'another path';
  return foreign(effect, `The service redirected to ${target} (HTTP ${status}) instead of answering.`);
}

const foreign = (effect: Does, what: string): EmkError =>
  effect === 'reads' ? new ForeignAnswerError(what, {hint: checkUrl}) : unknownOutcome(what);

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
const toComplaints = (errors: unknown, withoutKeys: (text: string) => string): Record<string, string[]> =>
  isObject(errors)
    ? Object.fromEntries(
        Object.entries(errors).map(([name, texts]) => [
          withoutKeys(name),
          [texts].flat(2).map(text => withoutKeys(toText(text))),
        ]),
      )
    : {};

/** Complaints that name no parameter: a text, or a list of texts. Empty if there are none. */
const toSentence = (errors: unknown): string =>
  typeof errors === 'string' || Array.isArray(errors) ? [errors].flat(2).map(toText).join(' ').trim() : '';

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The beginning of a text of the service, on one line. Mask keys before: half a key would not be recognised. */
const excerpt = (text: string, length = 120): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
