import type {Db} from '../behaviour.js';
import type {Settings} from '../settings.js';
import type {Source} from './deliver.js';
import {dueEmails} from './due-emails.js';
import {dueSends, moveSends} from './due-sends.js';
import {applyUnsubscribes} from './unsubscribes.js';

/**
 * Lets everything happen in the account that is due by now. There are no timers: what is due follows from stored times,
 * so the result does not depend on how often this is called. Stops after about `most` mails and then returns false; the
 * next call continues.
 */
export function bringUpToDate(db: Db, now: Date, settings: Settings, most = Number.POSITIVE_INFINITY): boolean {
  const time = now.getTime();
  verifySenders(db, time);
  moveSends(db, time);
  const sources = [...dueSends(db, time, settings), ...dueEmails(db, time, settings)];
  let left = most;
  for (let source = earliest(sources); source; source = earliest(sources)) {
    if (left <= 0) return false;
    // People who unsubscribed before the next mail must not get it.
    applyUnsubscribes(db, source.next() ?? time);
    left -= source.carryOut();
  }
  moveSends(db, time);
  applyUnsubscribes(db, time);
  moveClock(db, time);
  return true;
}

/** The source whose mail is due first; of several with the same time, the first in the list. */
function earliest(sources: readonly Source[]): Source | undefined {
  let [first, soonest]: [Source | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const source of sources) {
    const at = source.next() ?? Number.POSITIVE_INFINITY;
    if (at < soonest) [first, soonest] = [source, at];
  }
  return first;
}

function verifySenders(db: Db, time: number): void {
  db.run('UPDATE senders SET is_verified = 1, updated_at = verifies_at WHERE is_verified = 0 AND verifies_at <= ?', [
    time,
  ]);
}

/** Moves the time up to which deliveries are counted, as long as mail is being sent. */
function moveClock(db: Db, time: number): void {
  db.run(
    'UPDATE service_state SET clock = ? WHERE clock < ? AND EXISTS (SELECT 1 FROM mailings WHERE last_at > clock)',
    [time, time],
  );
}
