import type {OperationOutput} from '../../api/describe/operation.js';
import type {CheckRules, RecipientLimits} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import {orNoSuch} from '../../commands/not-found.js';
import singleSends, {operations} from '../../endpoints/single-sends.js';
import {PreflightError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {countedFrom} from '../../records/dates/counted-moment.js';
import {isMoment} from '../../records/dates/is-moment.js';
import {shellWord} from '../../words/shell-word.js';
import {updateSend} from './update.js';

type Send = OperationOutput<typeof operations.details>;

/** Gives an unsent mailing another moment. */
export async function rescheduleSend(
  context: Context,
  {
    utr,
    at,
    columns,
    ...rules
  }: {readonly utr: string; readonly at: string; readonly columns?: unknown} & RecipientLimits & CheckRules,
): Promise<Result> {
  const send = await context.call(operations.details, {utr}).catch(orNoSuch(singleSends.noun, utr));
  mustBeWaiting(send, 'rescheduled');
  return updateSend(context, {utr, at: countedFrom(momentOfSend(send), at), ...rules}, columns);
}

/** When a mailing is or was sent, on the account's clock; undefined if the service shows no moment. */
export function momentOfSend({schedule_type, schedule_date, schedule_time, sent_at}: Send): string | undefined {
  const planned = Number(schedule_type) === 1 ? `${schedule_date} ${schedule_time}` : sent_at;
  return isMoment(planned) ? planned : undefined;
}

/** Refuses what can only be done to an unsent mailing. */
export function mustBeWaiting({single_send_name: name, status}: Send, done: 'rescheduled' | 'cancelled'): void {
  if (status < RUNNING) return;
  const state = status === RUNNING ? 'is going out right now' : 'has gone out';
  throw new PreflightError(`Single send "${name}" ${state}, so it cannot be ${done}.`, {
    hint: `Nothing was changed. To send it once more at another time: emk single-sends copy ${shellWord(name)} --at "+7 days"`,
  });
}

/** The first status of a mailing that is being sent or was sent. */
const RUNNING = 2;
