import type {Db} from '../../behaviour.js';
import type {Settings} from '../../settings.js';
import {dueEmails} from './due-emails.js';
import {dueSends, moveSends} from './due-sends.js';
import type {Step} from './step.js';
import {applyUnsubscribes} from './unsubscribes.js';

/**
Lets everything happen in the account that is due by now. There are no timers: what is due follows from stored times, so
it makes no difference how often this is called, nor how long ago the last time was.
*/
export function bringUpToDate(db: Db, now: Date, settings: Settings): void {
  const time = now.getTime();
  verifySenders(db, time);
  moveSends(db, time);
  const steps = [...dueSends(db, time, settings), ...dueEmails(db, time, settings)].sort((a, b) => a.at - b.at);
  for (let start = 0; start < steps.length; ) start = carryOutFrom(db, steps, start);
  moveSends(db, time);
  applyUnsubscribes(db, time);
  moveClock(db, time);
}

/** Carries out a step and those of its kind at the same time; by the next, somebody may have unsubscribed. */
function carryOutFrom(db: Db, steps: readonly Step[], start: number): number {
  const first = steps[start];
  if (!first) return steps.length;
  applyUnsubscribes(db, first.at);
  let end = start + 1;
  while (steps[end]?.source === first.source && steps[end]?.at === first.at) end += 1;
  first.source.carryOut(steps.slice(start, end));
  return end;
}

function verifySenders(db: Db, time: number): void {
  db.run('UPDATE senders SET is_verified = 1, updated_at = verifies_at WHERE is_verified = 0 AND verifies_at <= ?', [
    time,
  ]);
}

/** Deliveries are counted up to the account's own clock, which only moves while there is mail under way. */
function moveClock(db: Db, time: number): void {
  db.run(
    'UPDATE service_state SET clock = ? WHERE clock < ? AND EXISTS (SELECT 1 FROM mailings WHERE last_at > clock)',
    [time, time],
  );
}
