import {isOverdue, momentAsSent, START_DELAY} from '../checks/moment.js';
import {RUNNING} from '../endpoints/mailings.js';
import {fromSent} from '../records/dates/clock.js';
import type {Clock} from './clock.js';
import type {Send} from './read-mailings.js';

/**
 * The state of a mailing: `coming` in the future; `due` should start now; `late` should have been sent and was not;
 * `forgotten` should have been sent at once long ago; `unset` is scheduled without a moment.
 */
export type SendState = 'coming' | 'due' | 'running' | 'late' | 'forgotten' | 'unset' | 'done';

/** The state of a mailing. Without the account's zone, it is late only if its moment is past in every zone. */
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
  if (Number.isNaN(at) || schedule_date?.startsWith('0000')) return 'unset';
  if (isOverdue({...moment, status}, now, zones)) return 'late';
  return at > shown || zones.service === undefined ? 'coming' : 'due';
}
