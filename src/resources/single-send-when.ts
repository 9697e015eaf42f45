import {params} from '../api/schema.js';
import {UsageError} from '../errors.js';

/** The two ways to say when a send goes out. There is no default: sending at once must be meant. */
export const when = params({
  now: {type: 'flag', help: 'Send at once, as soon as it is created'},
  at: {
    type: 'text',
    help: 'Send at this moment, in the time zone of the account: "2026-05-01 09:00"',
    value: 'moment',
    limits: {
      pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/,
      says: 'must look like "2026-05-01 09:00"',
    },
  },
});

export type When = {readonly now?: boolean | 0 | 1 | undefined; readonly at?: string | undefined};

/** The moment as the form takes it, or undefined when neither way was used. */
export function momentOf({now, at}: When): Moment | undefined {
  if (now && at !== undefined) throw new UsageError('--now and --at exclude each other.', {hint: 'Give one of them.'});
  if (now) return {schedule_type: 0};
  if (at === undefined) return undefined;
  const [date = '', time = ''] = at.split(/[ T]/);
  return {schedule_type: 1, schedule_date: date, schedule_time: time.length === 5 ? `${time}:00` : time};
}

export type Moment = {
  readonly schedule_type: 0 | 1;
  readonly schedule_date?: string;
  readonly schedule_time?: string;
};
