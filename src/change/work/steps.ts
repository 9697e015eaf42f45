import {
  DeclinedError,
  EmkError,
  InterruptedError,
  orUnknown,
  PartialError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import type {Journal} from './journal.js';
import type {Id, Item} from './record.js';

/** A record to create by one request, which the journal announces. */
export type Step = {
  readonly item: Item;
  /** `sends` if the record mails people as soon as it is there. */
  readonly does?: 'creates' | 'sends';
  readonly print?: string;
  /** Sends the request, and returns the new id if the answer says it. */
  send(): Promise<Id | undefined>;
};

/** How emk finds what it has created, and what it does with the ids. */
export type Finding<S extends Step> = {
  /** The highest row before the first step, and the clock. */
  readonly lastRow: number;
  readonly host: {now(): Date};
  /** Reads the new records, and returns the ids of those that a step may have made. */
  readonly find: (lostAnswer?: UnknownOutcomeError) => Promise<(step: S) => readonly Id[]>;
  /** Called once a record is known and in the journal. */
  readonly made: (step: S, id: Id) => void | Promise<void>;
  /** The error if several new records look like that of a step, or none although the service said yes. */
  readonly unclear: (step: S, found: 'several' | 'none') => EmkError;
};

/**
 * Creates records one by one, each on disk before its request. Those whose answer names no id are looked for together at the
 * end, but at once after a lost answer: nothing is created twice, and nothing that was created is lost.
 */
export async function createEach<S extends Step>(
  journal: Pick<Journal, 'begin' | 'answer'>,
  steps: readonly S[],
  {lastRow, host, find, made, unclear}: Finding<S>,
): Promise<void> {
  const pending: Array<{readonly step: S; readonly number: number}> = [];
  const note = async (step: S, number: number, id: Id): Promise<void> => {
    journal.answer(number, 'acknowledged', {made: [[step.item.key, id]]});
    await made(step, id);
  };
  const findPending = async (lostAnswer?: UnknownOutcomeError): Promise<void> => {
    const idsOf = await find(lostAnswer).catch(error => orUnseen(error, lostAnswer));
    for (const {step, number} of pending.splice(0)) {
      const [id, another] = idsOf(step);
      if (id !== undefined && another !== undefined) throw unclear(step, 'several');
      if (id === undefined) throw lostAnswer ?? unclear(step, 'none');
      await note(step, number, id);
    }
  };
  try {
    for (const step of steps) {
      const number = journal.begin(
        step.does ?? 'creates',
        {items: [step.item]},
        {
          since: {lastRow, startedAt: host.now().getTime()},
          ...(step.print !== undefined && {print: step.print}),
        },
      );
      const answer = await answeredIfFailed(journal, () => number, step.send).catch(orUnknown);
      if (typeof answer === 'string' || typeof answer === 'number') {
        await note(step, number, answer);
        continue;
      }
      pending.push({step, number});
      if (answer instanceof UnknownOutcomeError) await findPending(answer);
    }
  } catch (error) {
    // The earlier ones were created: read their ids now, or they are lost.
    const isSeen = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
    if (error instanceof EmkError && !isSeen && pending.length > 0) await findPending();
    throw error;
  }
  if (pending.length > 0) await findPending();
}

/** The error if emk cannot look for what it has created: it must not say that nothing was done. */
function orUnseen(error: unknown, lostAnswer: UnknownOutcomeError | undefined): never {
  const isTold = [PartialError, UnknownOutcomeError].some(kind => error instanceof kind);
  if (!(error instanceof EmkError) || isTold) throw error;
  const unseen = 'Something was created, but emk could not look at it';
  const hint = 'Run the same line again: emk looks first.';
  if (error instanceof InterruptedError)
    throw new InterruptedError(`${error.message} ${lostAnswer?.message ?? `${unseen}.`}`, {exit: error.exit, hint});
  if (lostAnswer) throw lostAnswer;
  throw new PartialError(`${unseen}: ${error.message}`, {cause: error, hint});
}

/** Sends a request that the journal has announced. If it was certainly not applied, the journal says so. */
export async function answeredIfFailed<T>(
  journal: Pick<Journal, 'answer'>,
  step: () => number | undefined,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isOpen = OPEN.some(kind => error instanceof kind) && !(error instanceof DeclinedError);
    const number = step();
    if (error instanceof EmkError && !isOpen && number !== undefined) journal.answer(number, 'not_applied');
    throw error;
  }
}

/** After these nobody knows whether it was applied; a person who says no has stopped it. */
const OPEN = [UnknownOutcomeError, InterruptedError, PartialError];
