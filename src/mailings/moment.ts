import {params} from '../api/describe/operation.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {notTogether, UsageError} from '../core/errors.js';
import {RUNNING} from '../endpoints/mailings.js';
import {checkTemplate} from '../letters/markdown/letter-input.js';
import {firstShowing, fromSent, isMoment, momentsShowing, toSent, type Zones} from '../records/dates/clock.js';
import type {Clock} from '../records/dates/span.js';
import {countedFrom, readMoment} from '../records/dates/when.js';
import {momentAsSpoken} from '../records/dates/words.js';
import type {Computed} from '../records/fields/computed.js';

/** The moment of a mailing, as the form contains it. */
export type Moment = {
  readonly schedule_type: 0 | 1;
  readonly schedule_date?: string | null;
  readonly schedule_time?: string | null;
};

/** Whether a moment may be past. The service sends such a mailing at once. The account's zone may be unknown. */
export const mayBePast = (moment: Moment, clock: Date, zones: Zones): boolean =>
  !(momentsMeant(momentAsSent(moment), zones).first > clock.getTime());

/** Whether a moment as it is sent is past in every zone that it may be meant in. */
export const isPast = (sent: string, clock: Date, zones: Zones): boolean =>
  momentsMeant(sent, zones).last < clock.getTime();

/** Whether a mailing waits although its moment is past in every zone. The service may take some minutes to begin. */
export const isOverdue = (
  {status, schedule_type, schedule_date, schedule_time}: WaitingMoment,
  clock: Date,
  zones: Zones,
): boolean =>
  Number(status) < RUNNING &&
  Number(schedule_type) === 1 &&
  isPast(
    momentAsSent({schedule_type: 1, schedule_date, schedule_time}),
    new Date(clock.getTime() - START_DELAY),
    zones,
  );

type WaitingMoment = Required<Omit<Moment, 'schedule_type'>> & {
  readonly status: unknown;
  readonly schedule_type: unknown;
};

/** How long the service may take to start a mailing, in milliseconds. */
export const START_DELAY = 15 * 60_000;

/** A moment in one text, as the service accepts it. */
export const momentAsSent = ({schedule_date, schedule_time}: Moment): string =>
  `${schedule_date ?? ''} ${schedule_time ?? ''}`;

/** The first and last moment that may be meant. Without the account's zone, these come from the zones farthest apart. */
function momentsMeant(sent: string, {service}: Zones): {readonly first: number; readonly last: number} {
  const shown = fromSent(sent);
  if (service === undefined) return {first: shown - widestOffset, last: shown + widestOffset};
  const [first = firstShowing(shown, service), last = first] = momentsShowing(shown, service);
  return {first, last};
}

/** The largest offset of a time zone: fourteen hours ahead of UTC. */
const widestOffset = 14 * 3_600_000;

/** The two ways to say when a mailing is sent. There is no default, so that nothing is sent at once by accident. */
export const when = params({
  now: {type: 'flag', help: 'Send at once'},
  at: {type: 'text', format: 'moment', help: 'When to send: "2030-05-01 09:00" or "tomorrow 9am"', value: 'moment'},
});

export type When = {readonly now?: boolean | 0 | 1 | undefined; readonly at?: string | undefined};

/** The given moment, or undefined. One that is past, in every possible zone, is refused as a mistake, as it was typed. */
export function momentOf(when: When, clock: Date, zones: Zones, typed = when.at): Moment | undefined {
  const moment = readWhen(when, clock, zones);
  if (!moment || typed === undefined || !isPast(momentAsSent(moment), clock, zones)) return moment;
  throw new UsageError(`--at "${typed}" is ${momentInWords(moment, zones)}, which is past.`, {
    hint: "Give a time in the future, on the account's clock.",
  });
}

/** The same for a check, which reports a past moment with everything else. */
export function readWhen({now, at}: When, clock: Date, zones: Zones): Moment | undefined {
  if (now && at !== undefined) throw notTogether('--now', '--at');
  if (now) return {schedule_type: 0};
  if (at === undefined) return undefined;
  const [schedule_date = '', schedule_time = ''] = readMoment(at, clock, zones).split(' ');
  return {schedule_type: 1, schedule_date, schedule_time};
}

/** What is wrong with a moment while it is typed, in words, and how to write it. */
export function wrongMoment(context: Pick<Context, 'host' | 'zones'>, at: string): string | undefined {
  try {
    momentOf({at}, context.host.now(), context.zones());
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.hint].filter(Boolean).join(' ');
    throw error;
  }
}

/** A moment in a sentence, with its weekday, on the person's own clock if the account's zone is known. */
export const momentInWords = (moment: Moment, zones: Zones): string =>
  momentAsSpoken(momentAsSent(moment), zones).words;

/** The moment in a sentence about sending: a past moment is never announced as a future one. */
export function whenItGoesOut(moment: Moment, zones: Zones, clock: Date): string {
  if (moment.schedule_type === 0 || isPast(momentAsSent(moment), clock, zones)) return 'it goes out now';
  const orAtOnce = mayBePast(moment, clock, zones) ? ', or at once if that is past' : '';
  return `it goes out on ${momentInWords(moment, zones)}${orAtOnce}`;
}

type TypedMoment = When & {readonly template_json?: string | undefined; readonly template_html?: string | undefined};

/** Refuses an email that cannot be read, and a moment that nobody can mean, before a person answers questions about the rest. */
export async function refuseEarly(context: Context, {now, at, ...given}: TypedMoment): Promise<void> {
  await checkTemplate(context, given);
  // The account's zone may be asked for later.
  const {service = 'UTC', ...zones} = context.zones();
  const clock = context.host.now();
  const counted = at === undefined ? undefined : countedFrom(toSent(clock.getTime()), at);
  readWhen({now, at: counted}, clock, {...zones, service});
}

/**
 * When a mailing is or was sent, or since when it is late. Its record says this in several fields, some of which
 * contain dates that are not real.
 */
export const whenSent = ({now, zones}: Clock): Computed => ({
  path: 'when',
  instead: ['sent_at'],
  needs: ['sent_at', 'schedule_type', 'schedule_date', 'schedule_time', 'status'],
  read({status, sent_at, schedule_type, schedule_date, schedule_time}: Loose) {
    if (isMoment(sent_at)) return `sent ${toMinute(sent_at)}`;
    if (!isMoment(schedule_date)) return Number(schedule_type) === 0 ? 'at once' : '';
    const at = {schedule_date, schedule_time: String(schedule_time ?? '')};
    const isLate = isOverdue({status, schedule_type, ...at}, now(), zones());
    return `${isLate ? 'overdue since' : 'scheduled'} ${toMinute(`${at.schedule_date} ${at.schedule_time}`)}`;
  },
});

const toMinute = (moment: string): string => moment.slice(0, 16).trimEnd();
