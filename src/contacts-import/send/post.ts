import {EmkError, InterruptedError, RefusedError, TooLargeError, UnknownOutcomeError} from '../../errors.js';
import {rangesOf} from '../../work/ranges.js';
import {toCsv} from './chunks.js';
import type {PlannedRow} from './plan.js';
import type {Sending} from './sending.js';
import type {LatestAnswer} from './wait-for-rest.js';

/** The outcome of one request for its rows. */
export type Posted =
  | {readonly kind: 'acknowledged'; readonly took: number}
  /** The service refused the rows, without saying which. */
  | {readonly kind: 'refused'; readonly error: EmkError}
  | {readonly kind: 'too_large'; readonly error: EmkError}
  /** Certainly not applied, and any other rows would fail the same way. */
  | {readonly kind: 'not_applied'; readonly error: EmkError}
  | {readonly kind: 'unknown'; readonly error: EmkError; readonly latest: LatestAnswer};

/**
 * Sends some rows once. The intent is on disk before the request begins, and the outcome before anything follows from
 * it. If the machine fails in between, these rows are in doubt, and emk asks the list.
 */
export async function post(sending: Sending, rows: readonly PlannedRow[]): Promise<Posted> {
  const {service, journal, header, host} = sending;
  const chunk = ++sending.chunk;
  sending.step = journal.begin('creates', {lines: rangesOf(rows)});
  const began = host.elapsed();
  const posted = await service
    .upload(`contacts-${chunk}.csv`, toCsv(header, rows))
    .then((): Posted => ({kind: 'acknowledged', took: host.elapsed() - began}), meaningOf);
  const reason = posted.kind === 'acknowledged' ? {} : {reason: withoutAddresses(posted.error.message)};
  journal.answer(sending.step, posted.kind, reason);
  return posted;
}

/** What a failed upload means for its rows. After an unexpected error they are in doubt. */
function meaningOf(error: unknown): Posted {
  if (!(error instanceof EmkError)) throw error;
  if (error instanceof UnknownOutcomeError) {
    return {
      kind: 'unknown',
      error,
      latest: error.status === 504 || error.status === 524 ? 'gateway gave up' : 'no answer',
    };
  }
  if (error instanceof InterruptedError) return {kind: 'unknown', error, latest: 'no answer'};
  if (error instanceof TooLargeError || isEmptied(error)) return {kind: 'too_large', error};
  if (error instanceof RefusedError && !isAboutType(error)) return {kind: 'refused', error};
  return {kind: 'not_applied', error};
}

/** Whether PHP dropped a form that was too large, so that all its fields are missing. */
const isEmptied = ({fields}: EmkError): boolean => 'contact_type_id' in fields && 'file' in fields;

const isAboutType = ({fields}: EmkError): boolean => 'contact_type_id' in fields;

/** Removes addresses: the service's reason may quote a row, and the journal contains no addresses. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;]+@[^\s<>"',;]+/g, '(address)').slice(0, 300);
