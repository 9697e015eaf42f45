import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/collection.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {withoutCopy} from '../../commands/keeping/keep-before.js';
import {removeRecords} from '../../commands/verbs/removal.js';
import contacts from '../../endpoints/contacts.js';
import mailings, {operations} from '../../endpoints/mailings.js';
import {InterruptedError, NotFoundError, PartialError, UnknownOutcomeError} from '../../errors.js';
import {andList, counted, plural} from '../../words/sentence.js';
import {toEmkError} from '../../work/stop-errors.js';
import {peopleWho} from './test-list.js';
import {runOfSend} from './test-marks.js';

/** What tests have added to the account so far. `mayBe` is what an unanswered request may have added. */
export type Traces = {list: number | undefined; added: number[]; utrs: string[]; mayBe: string[]};

/** Deletes mailings and contacts, mailings first. What somebody else deleted meanwhile is gone as well. */
export async function deleteTraces(
  context: Context,
  permit: Permit<'deletes'>,
  {utrs, added}: Pick<Traces, 'added' | 'utrs'>,
): Promise<void> {
  const remove = async <T extends string | number>(of: Collection, ids: T[]): Promise<void> => {
    const {failed} = await removeRecords(context, {of, listInput: {}, permit, copied: withoutCopy()}, [...ids]);
    const left = new Map(failed.flatMap(({id, error}) => (error instanceof NotFoundError ? [] : [[id, error]])));
    ids.splice(0, ids.length, ...ids.filter(id => left.has(id)));
    for (const error of left.values()) throw error;
  };
  await remove(mailings, utrs);
  await remove(contacts, added);
}

type Ending = {
  readonly permit: Permit<'deletes'>;
  readonly runs: readonly string[];
  readonly listName: string;
};

/** The end of a test: deletes its traces and checks that they are gone, before it reports so. */
export async function clearTraces(
  context: Context,
  traces: Traces,
  {permit, happened, runs, listName}: Ending & {readonly happened: string},
): Promise<void> {
  let known: Pick<Traces, 'added' | 'utrs'> = {added: [], utrs: []};
  try {
    for (let round = 0; round < ROUNDS; round++) {
      known = {added: [...known.added, ...traces.added], utrs: [...known.utrs, ...traces.utrs]};
      await deleteTraces(context, permit, traces);
      Object.assign(traces, await tracesLeft(context, known, runs));
      if (traces.added.length === 0 && traces.utrs.length === 0) return;
    }
  } catch (thrown) {
    const error = toEmkError(thrown, context.host);
    const isUnseen = traces.added.length === 0 && traces.utrs.length === 0;
    const left = isUnseen ? {...traces, ...known} : traces;
    const certainly = isUnseen || error instanceof UnknownOutcomeError ? 'Perhaps left' : 'Left';
    throw new PartialError(
      isUnseen
        ? `${happened}. Its traces were deleted, but emk could not check that they are gone: ${error.message}`
        : `${happened}, but emk could not delete all its traces: ${error.message}`,
      {cause: error, hint: `${certainly} in the account: ${tracesInWords(left, listName)}. ${NEXT}`},
    );
  }
  throw new PartialError(`${happened}. The service said it deleted its traces, but they are still in the account.`, {
    hint: `Left in the account: ${tracesInWords(traces, listName)}. ${NEXT}`,
  });
}

/** How often to delete them: what an unanswered request added may appear late. */
const ROUNDS = 3;

/** What the account still shows of tests: by their marks, and by their known ids. */
async function tracesLeft(
  context: Context,
  {added, utrs}: Pick<Traces, 'added' | 'utrs'>,
  runs: readonly string[],
): Promise<Pick<Traces, 'added' | 'utrs'>> {
  const isOurs = (run: string | undefined): boolean => run !== undefined && runs.includes(run);
  const sends: string[] = [];
  await forEachRecord(context.stream(operations.list), ({utr, single_send_name: name}) => {
    if (utrs.includes(utr) || isOurs(runOfSend(name))) sends.push(utr);
  });
  const people = await peopleWho(context, ({id}, run) => added.includes(id) || isOurs(run));
  return {added: people.map(({id}) => id), utrs: sends};
}

/** The error of an interrupted test. After a known failure its records are deleted; else they stay and are named. */
export async function withTraces(
  context: Context,
  thrown: unknown,
  traces: Traces,
  {permit, runs, listName, keeps}: Ending & {readonly keeps: boolean},
): Promise<unknown> {
  const error = toEmkError(thrown, context.host);
  const {message} = error;
  const isOpen = [UnknownOutcomeError, InterruptedError, PartialError].some(kind => error instanceof kind);
  if (!isOpen) {
    await clearTraces(context, traces, {permit, happened: `The test did not go out (${message})`, runs, listName});
    return error;
  }
  const left = [tracesInWords(traces, listName), ...traces.mayBe.map(each => `perhaps ${each}`)]
    .filter(Boolean)
    .join(', ');
  const advice = [error.hint === LOOK_HINT ? undefined : error.hint, keeps ? LOOK_HINT : NEXT]
    .filter(Boolean)
    .join(' ');
  const hint = left === '' ? error.hint : `Left in the account: ${left}. ${advice}`;
  if (error instanceof InterruptedError) return new InterruptedError(message, {hint, exit: error.exit});
  return error instanceof PartialError
    ? new PartialError(message, {hint, cause: error})
    : new UnknownOutcomeError(message, {hint, cause: error});
}

/** What to do if nobody knows what a test has left. */
export const LOOK_HINT = 'Look before you test again.';

/** What happens to traces that stay: their marks tell the next test. */
const NEXT = 'The next "emk test" deletes it, except for the list.';

export function tracesInWords({utrs, added, list}: Pick<Traces, 'utrs' | 'added' | 'list'>, listName: string): string {
  return andList([
    ...(utrs.length === 0 ? [] : [plural(utrs.length, 'the mailing', counted(utrs.length, 'mailing'))]),
    ...(added.length === 0 ? [] : [`${counted(added.length, 'contact')} in "${listName}"`]),
    ...(list === undefined ? [] : [`the list "${listName}"`]),
  ]);
}
