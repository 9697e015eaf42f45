import {fromSent, momentsShowing, type Zones} from '../records/dates/service-clock.js';

/** The moment at which a send goes out, as the form takes it. */
export type Moment = {
  readonly schedule_type: 0 | 1;
  readonly schedule_date?: string;
  readonly schedule_time?: string;
};

/** A moment of a send, and the zones in which it is read and said. */
export type MomentInZones = {readonly moment: Moment; readonly zones: Zones};

/** Whether a moment may be past. A send whose moment is past goes out at once, and the account's zone may be unknown. */
export const mayBePast = (moment: Moment, clock: Date, zones: Zones = {}): boolean =>
  !(momentsMeant(momentAsSent(moment), zones).first > clock.getTime());

/** Whether a moment is past in every zone that it may be meant in. */
export const isPast = (moment: Moment, clock: Date, zones: Zones = {}): boolean =>
  isPastText(momentAsSent(moment), clock, zones);

/** The same of a moment in one text. */
export const isPastText = (sent: string, clock: Date, zones: Zones = {}): boolean =>
  momentsMeant(sent, zones).last < clock.getTime();

/**
Whether a send is still waiting although its moment is past, in every zone that it may be meant in. The service may take some
minutes to begin.
*/
export const isOverdue = (
  {status, schedule_type, schedule_date, schedule_time}: Waiting,
  clock: Date,
  zones: Zones,
): boolean =>
  Number(status) < RUNNING &&
  Number(schedule_type) === 1 &&
  isPast({schedule_type: 1, schedule_date, schedule_time}, new Date(clock.getTime() - START_DELAY), zones);

type Waiting = Required<Omit<Moment, 'schedule_type'>> & {readonly status: unknown; readonly schedule_type: unknown};

/** The first state in which a send goes out or has gone out. */
const RUNNING = 2;

/** How long the service may take to begin with a send, in milliseconds. */
export const START_DELAY = 15 * 60_000;

/** A moment in one text, as the service takes it. */
export const momentAsSent = ({schedule_date = '', schedule_time = ''}: Moment): string =>
  `${schedule_date} ${schedule_time}`;

/** The first and the last moment that may be meant. Without the account's zone they are those of the zones farthest apart. */
function momentsMeant(sent: string, {service}: Zones): {readonly first: number; readonly last: number} {
  const shown = fromSent(sent);
  const moments = service === undefined ? [] : momentsShowing(shown, service);
  const [first = shown - widestOffset] = moments;
  return {first, last: moments.at(-1) ?? shown + widestOffset};
}

/** The time zone farthest from UTC is fourteen hours ahead of it. */
const widestOffset = 14 * 3_600_000;
