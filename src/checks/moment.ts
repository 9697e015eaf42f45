import {RUNNING} from '../endpoints/mailings.js';
import {fromSent, momentsShowing, type Zones} from '../records/dates/clock.js';

/** The moment of a mailing, as the form contains it. */
export type Moment = {
  readonly schedule_type: 0 | 1;
  readonly schedule_date?: string | null;
  readonly schedule_time?: string | null;
};

/** The moment of a mailing, and the zones to read and show it in. */
export type MomentInZones = {readonly moment: Moment; readonly zones: Zones};

/** Whether a moment may be past. The service sends such a mailing at once. The account's zone may be unknown. */
export const mayBePast = (moment: Moment, clock: Date, zones: Zones = {}): boolean =>
  !(momentsMeant(momentAsSent(moment), zones).first > clock.getTime());

/** Whether a moment is past in every zone that it may be meant in. */
export const isPast = (moment: Moment, clock: Date, zones: Zones = {}): boolean =>
  isPastText(momentAsSent(moment), clock, zones);

/** The same check for a moment in one text. */
export const isPastText = (sent: string, clock: Date, zones: Zones = {}): boolean =>
  momentsMeant(sent, zones).last < clock.getTime();

/** Whether a mailing waits although its moment is past in every zone. The service may take some minutes to begin. */
export const isOverdue = (
  {status, schedule_type, schedule_date, schedule_time}: Waiting,
  clock: Date,
  zones: Zones,
): boolean =>
  Number(status) < RUNNING &&
  Number(schedule_type) === 1 &&
  isPast({schedule_type: 1, schedule_date, schedule_time}, new Date(clock.getTime() - START_DELAY), zones);

type Waiting = Required<Omit<Moment, 'schedule_type'>> & {readonly status: unknown; readonly schedule_type: unknown};

/** How long the service may take to start a mailing, in milliseconds. */
export const START_DELAY = 15 * 60_000;

/** A moment in one text, as the service accepts it. */
export const momentAsSent = ({schedule_date, schedule_time}: Moment): string =>
  `${schedule_date ?? ''} ${schedule_time ?? ''}`;

/**
 * The first and last moment that may be meant. Without the account's zone, these come from the zones farthest apart.
 */
export function momentsMeant(sent: string, {service}: Zones): {readonly first: number; readonly last: number} {
  const shown = fromSent(sent);
  const moments = service === undefined ? [] : momentsShowing(shown, service);
  const [first = shown - widestOffset] = moments;
  return {first, last: moments.at(-1) ?? shown + widestOffset};
}

/** The largest offset of a time zone: fourteen hours ahead of UTC. */
const widestOffset = 14 * 3_600_000;
