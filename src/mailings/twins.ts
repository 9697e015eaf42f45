import {forEachRecord} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {alike} from '../change/identity/identities.js';
import {DAY} from '../core/words/calendar.js';
import {type mailing, operations, RUNNING} from '../endpoints/mailings.js';
import {fromSent, isMoment, momentsShowing, type Zones} from '../records/dates/clock.js';
import {isPast, type Moment, momentAsSent} from './moment.js';

/** A mailing that a new one may repeat. */
export type OtherSend = {
  readonly utr: string;
  readonly name: string;
  readonly sameName: boolean;
  readonly sameSubject: boolean;
  /** How long before or after the new one it goes out, in milliseconds. */
  readonly distance: number;
  /** When it was or will be sent, in words. */
  readonly when: string;
};

type NewSend = {
  readonly moment: Moment | undefined;
  readonly name: string;
  readonly subject: string;
  readonly utr: string | undefined;
};

/** Reads mailings with the same name or subject from the days around a new one: a repetition may be a mistake. */
export async function readOtherSends(
  {stream}: Pick<Context, 'stream'>,
  {name, subject, utr, moment}: NewSend,
  clock: Date,
  zones: Zones,
): Promise<readonly OtherSend[]> {
  const others: OtherSend[] = [];
  const goesOut = moment?.schedule_type === 1 ? instantOf(momentAsSent(moment), zones) : clock.getTime();
  await forEachRecord(stream(operations.list), send => {
    if (send.utr === utr) return;
    const sameName = alike(send.single_send_name) === alike(name);
    const sameSubject = alike(send.subject) === alike(subject);
    if (!sameName && !sameSubject) return;
    const {at, when} = whenOf(send, {zones, clock});
    const distance = Math.abs(goesOut - at);
    if (distance > DAYS * DAY) return;
    others.push({utr: send.utr, name: send.single_send_name, sameName, sameSubject, distance, when});
  });
  return others.sort((one, other) => one.distance - other.distance);
}

/** Whether a mailing is so close in time that it is most likely the same. */
export const isClose = ({distance}: OtherSend): boolean => distance <= CLOSE_DAYS * DAY;

function whenOf(
  send: RecordOf<typeof mailing>,
  {zones, clock}: {readonly zones: Zones; readonly clock: Date},
): {readonly at: number; readonly when: string} {
  const {sent_at, schedule_type, schedule_date, schedule_time, created_at, status} = send;
  if (isMoment(sent_at)) return {at: instantOf(sent_at, zones), when: `went out on ${sent_at.slice(0, 16)}`};
  if (Number(schedule_type) !== 1 || !isMoment(schedule_date))
    return {at: Date.parse(created_at), when: `was created on ${created_at.slice(0, 10)} to go out at once`};
  const moment: Moment = {schedule_type: 1, schedule_date, schedule_time};
  const sent = momentAsSent(moment);
  const goes = status >= RUNNING ? 'went out' : isPast(moment, clock, zones) ? 'should have gone out' : 'goes out';
  return {at: instantOf(sent, zones), when: `${goes} on ${sent.slice(0, 16)}`};
}

const instantOf = (sent: string, {service}: Zones): number => {
  const shown = fromSent(sent);
  return (service === undefined ? undefined : momentsShowing(shown, service)[0]) ?? shown;
};

const DAYS = 7;
const CLOSE_DAYS = 3;
