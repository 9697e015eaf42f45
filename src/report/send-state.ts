import {isOverdue, momentAsSent, START_DELAY} from '../checks/moment.js';
import {fromSent} from '../records/dates/service-clock.js';
import type {Clock} from './clock.js';
import type {Send} from './read-mailings.js';

/**
Where a single send stands. `coming` has its moment ahead; `due` should be going out now; `late` should have gone out, and
has not; `forgotten` was to go out at once long ago; `unset` is scheduled for no moment.
*/
export type SendState = 'coming' | 'due' | 'running' | 'late' | 'forgotten' | 'unset' | 'done';

/** Tells where a send stands by its status and by the clock. Where the account's zone is not known, one that has not gone out is still to come until its moment is past in every zone. */
export function sendState(send: Send, {zones, shown, now}: Clock): SendState {
  const status = Number(send.status);
  if (status === RUNNING) return 'running';
  if (status > RUNNING) return 'done';
  if (Number(send.schedule_type) !== 1) {
    return now.getTime() - Date.parse(send.updated_at) > START_DELAY ? 'forgotten' : 'due';
  }
  const {schedule_date, schedule_time} = send;
  const moment = {schedule_type: 1, schedule_date, schedule_time} as const;
  const at = fromSent(momentAsSent(moment));
  if (Number.isNaN(at) || schedule_date.startsWith('0000')) return 'unset';
  if (isOverdue({...moment, status}, now, zones)) return 'late';
  return at > shown || zones.service === undefined ? 'coming' : 'due';
}

/** The status of a send that is going out; those after it have gone out. */
const RUNNING = 2;
