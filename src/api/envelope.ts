import {ForeignAnswerError, KeysError, NotFoundError, RefusedError} from '../errors.js';
import type {Answer} from './answer.js';
import {toComplaints} from './complaints.js';
import {unknownOutcome} from './doubt.js';
import {judgeFramework, judgeStatus, judgeText} from './judge.js';
import {type Operation, type OperationOutput, queryName} from './operation.js';
import {jsonIn, type Parsed} from './php-warning.js';

type Envelope = {readonly status: string; readonly message?: unknown; readonly errors?: unknown};

/** What an answer held, and what should be said about how it came. */
export type Opened<O extends Operation> = {readonly output: OperationOutput<O>; readonly warning?: string};

/**
Takes the output out of an answer, or throws what the answer means. The body decides: `status: "success"` in a JSON
object is success whatever the HTTP status, and nothing else is.
*/
export function openEnvelope<O extends Operation>(operation: O, answer: Answer): Opened<O> {
  judgeStatus(operation.effect, answer);
  if (!answer.complete) throw judgeText(operation.effect, answer);
  const parsed = jsonIn(answer.text);
  if (!parsed) throw judgeText(operation.effect, answer);
  if (!isEnvelope(parsed.value)) throw judgeFramework(operation.effect, answer, parsed.value);
  if (parsed.value.status === 'failed') return {output: onFailure(operation, answer.status, parsed.value.errors)};
  return onSuccess(operation, parsed.value, parsed);
}

const isEnvelope = (value: unknown): value is Envelope =>
  isObject(value) && (value['status'] === 'success' || value['status'] === 'failed');

function onSuccess<O extends Operation>(operation: O, {message, errors}: Envelope, {skipped}: Parsed): Opened<O> {
  if (skipped !== undefined && operation.effect !== 'reads') {
    throw unknownOutcome('The service printed a warning before its answer.');
  }
  const output = take(operation, message, errors) as OperationOutput<O>;
  if (output === undefined) {
    const what = `The answer to ${operation.route} does not hold what the API promises.`;
    throw operation.effect === 'reads'
      ? new ForeignAnswerError(what, {hint: 'Check the base URL, or run again with --debug to see the answer.'})
      : unknownOutcome(what);
  }
  return skipped === undefined
    ? {output}
    : {output, warning: `The service printed a warning before its answer: ${skipped}`};
}

/** The part of a success that the operation promises, or undefined when it is not there. */
function take({returns, route}: Operation, message: unknown, errors: unknown): unknown {
  // Some deletions put their success text under `errors`; either place will do.
  if (returns.kind === 'text') return textOf(message) ?? textOf(errors) ?? returns.text;
  if (!isObject(message)) return undefined;
  switch (returns.kind) {
    case 'many':
    case 'tags':
      refusePages(route, message);
      return asList(message[returns.key]);
    case 'several':
      refusePages(route, message);
      return Object.fromEntries(returns.keys.map(key => [key, asList(message[key]) ?? []]));
    case 'one': {
      const held = message[returns.key];
      const one = Array.isArray(held) ? held[0] : held;
      if (Array.isArray(held) && held.length === 0) throw new NotFoundError('Record not found.');
      return isObject(one) ? one : undefined;
    }
    case 'utr':
      return typeof message['utr'] === 'string' ? {utr: message['utr']} : undefined;
    default:
      return undefined;
  }
}

/** A collection as an array: PHP writes an emptied or filtered one as null or as an object with numbers for keys. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  return isObject(value) && Object.keys(value).every(key => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** The API has no pages. Should it grow them, a part must never pass for the whole. */
function refusePages(route: string, message: Readonly<Record<string, unknown>>): void {
  const held = [message, ...Object.values(message).filter(isObject)];
  const paged = held.some(
    part => Number(part['last_page']) > 1 || ['next_page_url', 'next_cursor'].some(key => part[key]),
  );
  if (!paged) return;
  throw new ForeignAnswerError(`The answer to ${route} is only one page of several.`, {
    hint: 'This version of emk expects whole lists; nothing was printed, so that a part does not pass for the whole.',
  });
}

function onFailure<O extends Operation>(operation: O, status: number, errors: unknown): OperationOutput<O> {
  if (typeof errors === 'string') {
    if (status === 401 || status === 403) throw new KeysError(errors, {hint: 'Run: emk auth login'});
    if (!/^record not found\.?$/i.test(errors.trim())) throw new RefusedError(errors);
    // A list that belongs to nothing cannot be missing: the service means that it is empty.
    const {kind} = operation.returns;
    if ((kind === 'many' || kind === 'tags') && queryName(operation) === undefined)
      return [] as unknown as OperationOutput<O>;
    throw new NotFoundError(errors);
  }
  const fields = toComplaints(errors);
  if ('PublicKey' in fields || 'SecretKey' in fields || status === 401 || status === 403) {
    throw new KeysError(Object.values(fields).flat().join(' '), {hint: 'Run: emk auth login'});
  }
  const gaveReasons = Object.keys(fields).length > 0;
  throw new RefusedError(`The service refused the request${gaveReasons ? '' : ' without a reason'}.`, {fields});
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
