import type {OperationOutput} from '../../api/describe/operation.js';
import type {InputOf} from '../../api/describe/schema.js';
import {isPast, momentAsSent} from '../../checks/moment.js';
import type {Context} from '../../commands/command.js';
import {readRecord} from '../../commands/not-found.js';
import mailings, {operations, RUNNING} from '../../endpoints/mailings.js';
import {PreflightError, UsageError} from '../../errors.js';
import {isMoment, toSent} from '../../records/dates/clock.js';
import {countedFrom} from '../../records/dates/when.js';
import {momentAsSpoken} from '../../records/dates/words.js';
import {DAY} from '../../words/calendar.js';
import {shellWord} from '../../words/shell-word.js';
import type {Ended} from '../../work/ending.js';
import type {rescheduleTakes} from './options.js';
import {updateSend} from './update.js';
import {readWhen} from './when.js';

type Send = OperationOutput<typeof operations.details>;

/** Gives an unsent mailing another moment. */
export async function rescheduleSend(
  context: Context,
  {utr, at, columns, ...rules}: InputOf<typeof rescheduleTakes>,
): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  mustBeWaiting(send, 'rescheduled');
  return updateSend(context, {utr, at: newMoment(context, momentOfSend(send), at), ...rules}, columns);
}

/** The wanted moment. If it counts from the old one it must be in the future, because nobody typed its date. */
export function newMoment({host, zones}: Context, old: string | undefined, at: string): string {
  const counted = countedFrom(old, at);
  const clock = host.now();
  const moment = counted === at ? undefined : readWhen({at: counted}, clock, zones());
  if (old === undefined || !moment || !isPast(moment, clock, zones())) return counted;
  const [was, now] = [old, counted].map(sent => momentAsSpoken(sent, zones()).words);
  const tomorrow = toSent(clock.getTime() + DAY).slice(0, 10);
  throw new UsageError(`The mailing is from ${was}, so "${at.trim()}" is ${now}, which is past.`, {
    hint: `Give the new time itself: --at "${tomorrow} ${old.slice(11, 16)}"`,
  });
}

/** When a mailing is or was sent, on the account's clock; undefined if the service shows no moment. */
export function momentOfSend({schedule_type, schedule_date, schedule_time, sent_at}: Send): string | undefined {
  const planned =
    Number(schedule_type) === 1 ? momentAsSent({schedule_type: 1, schedule_date, schedule_time}) : sent_at;
  return isMoment(planned) ? planned : undefined;
}

/** Refuses what can only be done to an unsent mailing. */
export function mustBeWaiting({single_send_name: name, status}: Send, done: 'rescheduled' | 'cancelled'): void {
  if (status < RUNNING) return;
  const state = status === RUNNING ? 'is going out right now' : 'has gone out';
  throw new PreflightError(`Mailing "${name}" ${state}, so it cannot be ${done}.`, {
    hint: `Nothing was changed. To send it again at another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
  });
}
