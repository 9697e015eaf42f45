import {params} from '../api/schema.js';
import {UsageError} from '../errors.js';

/** The two ways to say when a send goes out. There is no default, since nothing may be sent at once by accident. */
export const when = params({
  now: {type: 'flag', help: 'Send at once, as soon as it is created'},
  at: {
    type: 'text',
    format: 'moment',
    help: 'Send at this moment, in the time zone of the account: "2030-05-01 09:00"',
    value: 'moment',
  },
});

export type When = {readonly now?: boolean | 0 | 1 | undefined; readonly at?: string | undefined};

/** A moment as the form takes it. */
export type Moment = {
  readonly schedule_type: 0 | 1;
  readonly schedule_date?: string;
  readonly schedule_time?: string;
};

/** The moment that was given, or undefined where none was. A moment that is past in every time zone is refused as a mistake. */
export function momentOf({now, at}: When, clock: Date): Moment | undefined {
  if (now && at !== undefined) throw new UsageError('--now and --at exclude each other.', {hint: 'Give one of them.'});
  if (now) return {schedule_type: 0};
  if (at === undefined) return undefined;
  const [date = '', time = ''] = at.split(' ');
  if (aheadOf(clock, date, time) < -widestOffset) {
    throw new UsageError(`--at ${at} is past, whichever time zone the account is in.`, {
      hint: 'Give a moment to come, in the time zone of the account, or --now to send at once.',
    });
  }
  return {schedule_type: 1, schedule_date: date, schedule_time: time};
}

/** Whether a moment may be past. The time zone of the account is unknown, and a send whose moment is past goes out at once. */
export const mayBePast = ({schedule_date = '', schedule_time = ''}: Moment, clock: Date): boolean =>
  !(aheadOf(clock, schedule_date, schedule_time) > widestOffset);

/** How far ahead a moment would be if it were meant in UTC, in milliseconds. */
const aheadOf = (clock: Date, date: string, time: string): number => Date.parse(`${date}T${time}Z`) - clock.getTime();

/** The time zone farthest from UTC is fourteen hours ahead of it. */
const widestOffset = 14 * 3_600_000;

/** A moment as sentences say it, by its weekday too. The zone is the account's, which the service does not name. */
export function momentInWords({schedule_date = '', schedule_time = ''}: Moment): string {
  const day = new Date(`${schedule_date}T00:00:00Z`);
  const date = Number.isNaN(day.getTime()) ? schedule_date : longDay(day).replace(',', '');
  return `${date} at ${schedule_time.replace(/:00$/, '')} (the account's time)`;
}

/** The same, with the form it is sent in. */
export const momentToCheck = (moment: Moment): string =>
  `${momentInWords(moment)}, sent as ${moment.schedule_date} ${moment.schedule_time}`;

const longDay = (day: Date): string =>
  day.toLocaleDateString('en-GB', {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'});
