import type {Change} from './change.js';
import {type Cell, type Played, sumOn, type Truth} from './play.js';
import type {Became} from './state.js';

/** What is wrong with how a cell ended, in words; empty if everything that emk said is true. */
export function judge({change}: Cell, {code, stdout, stderr, became, applied}: Played, truth: Truth): string[] {
  const last = lastError(stderr);
  // A read whose answer is a page says that the base URL may be wrong.
  const isForeign = code === 1 && last?.code === 'foreign_answer';
  const timesOf = (route: string, routes: readonly string[]) => routes.filter(each => each === route).length;
  const isTwice = change.routes.some(
    route => !route.startsWith('DELETE ') && timesOf(route, applied) > timesOf(route, truth.requests),
  );
  return [
    ...(became === 'something else' ? ['the account holds what nobody asked for, or something twice'] : []),
    ...(code === 0 && became !== 'all' ? [`it says that all was done, and ${became} was`] : []),
    ...((NOTHING_DONE.includes(code) || isForeign) && !isFit(became, change)
      ? [`it says that nothing was done, and ${became} was`]
      : []),
    ...(code === 8 && became === 'nothing' && !change.first?.fault
      ? ['it says that a part was done, and nothing was']
      : []),
    ...(![0, ...NOTHING_DONE, 8, 9].includes(code) && !isForeign ? [`it ends with ${code}`] : []),
    ...(isTwice && isOnce(change.line) ? ['it may have been made twice'] : []),
    ...(code !== 0 && last === undefined ? ['its error is no JSON document'] : []),
    ...(last && last.exit !== code ? [`its error says exit ${last.exit}`] : []),
    ...(last?.retry === 'safe' && !isFit(became, change) ? ['it says that trying again is safe'] : []),
    ...(code === 9 && !/\bemk\b|look|check/i.test(`${last?.hint}`) ? ['it does not say how to find out'] : []),
    ...(/^\s+at .*:\d+/m.test(stderr) ? ['it prints a stack trace'] : []),
    ...countsAmiss(stdout, became),
    ...sumAmiss({code, stdout, became}, truth, change),
  ].map(sentence => `${sentence} (exit ${code}: ${last?.message ?? stdout.slice(0, 200)})`);
}

/** Nothing was done; or a part, by a command that continues when it is run again. */
const isFit = (became: Became, {resumes}: Change): boolean =>
  became === 'nothing' || (resumes === true && became === 'a part');

/** The exit codes that mean that the account is unchanged. */
const NOTHING_DONE = [2, 3, 4, 5, 6, 7];

/**
 * Whether a request must never be sent twice because it mails people; others may be, if the record is looked up first.
 */
const isOnce = ([group, verb]: readonly string[]): boolean =>
  group === 'mailings' || verb === 'set-live' || verb === 'verify';

type ErrorDocument = {
  readonly code: string;
  readonly exit: number;
  readonly message: string;
  readonly hint?: string;
  readonly retry: string;
};

function lastError(stderr: string): ErrorDocument | undefined {
  try {
    const {error} = JSON.parse(stderr.trim().split('\n').at(-1) ?? '') as {readonly error?: ErrorDocument};
    return error;
  } catch {
    return undefined;
  }
}

/** Whether the report on several records names exactly those that failed. */
function countsAmiss(stdout: string, became: Played['became']): string[] {
  const {done, failed} = asObject(stdout);
  if (!Array.isArray(done) || !Array.isArray(failed)) return [];
  if (failed.length === 0 && became !== 'all') return [`no record is said to have failed, and ${became} was done`];
  if (done.length > 0 && became === 'nothing') return ['records are said to be done, and nothing was'];
  return [];
}

/** Whether the sum holds, says what became of the account, and is what the exit code follows from. */
function sumAmiss(
  {code, stdout, became}: Pick<Played, 'code' | 'stdout' | 'became'>,
  {wanted: whole}: Truth,
  {first}: Change,
): string[] {
  const sum = sumOn(stdout);
  if (!sum) return [];
  const {wanted, done, left, impossible, doubtful} = sum;
  const text = JSON.stringify(sum);
  return [
    ...(wanted !== done + left + impossible || Math.min(done, left, impossible, doubtful) < 0 || doubtful > left
      ? [`its sum does not hold: ${text}`]
      : []),
    // What an earlier run has done may count again, or not.
    ...(whole !== undefined && wanted !== whole && !first
      ? [`it wanted ${whole} without a fault, and now ${text}`]
      : []),
    ...((code === 0) !== (left + impossible === 0) ? [`its exit code does not follow from its sum ${text}`] : []),
    ...(doubtful > 0 && code !== 9 ? [`something is in doubt, and it does not say so: ${text}`] : []),
    ...(became === 'all' && left > doubtful && code !== 8 && code !== 9 ? [`all was done, and it counts ${text}`] : []),
    ...(became === 'nothing' && done > 0 && !first ? [`nothing was done, and it counts ${text}`] : []),
  ];
}

type Printed = {readonly done?: unknown; readonly failed?: unknown};

function asObject(stdout: string): Printed {
  try {
    return (JSON.parse(stdout) ?? {}) as object;
  } catch {
    return {};
  }
}
