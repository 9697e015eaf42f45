import {toSent} from '../records/dates/clock.js';
import type {Clock} from './clock.js';
import {limitations} from './limitations.js';
import {automationFigures, figureConcerns, monthOfSent, sentIn} from './mailing-figures.js';
import {makeAgenda} from './make-agenda.js';
import {type Month, monthsFrom, toMonth} from './months.js';
import type {PeopleCount} from './people.js';
import type {Mailings} from './read-mailings.js';
import type {Report} from './report.schema.js';
import type {UnsubscribesCount} from './unsubscribes.js';

/** Everything that was read, before it is divided into months. */
export type Read = {
  readonly account: string;
  readonly clock: Clock;
  readonly mailings: Mailings;
  readonly people: PeopleCount;
  readonly unsubscribes: UnsubscribesCount;
};

/** Divides what was read into months. Leading months without any data are omitted. */
export function makeReport({account, clock, mailings, people: contacts, unsubscribes}: Read, since: Month): Report {
  const until = toMonth(clock.shown);
  const months = withoutEmptyStart(monthsFrom(since, until), months => {
    const joined = contacts.result(mailings.lists, months).months;
    const left = unsubscribes.result(months).months;
    return months.findIndex(
      (month, index) =>
        (joined[index]?.contacts ?? 0) > 0 ||
        (left[index]?.unsubscribed ?? 0) > 0 ||
        mailings.sends.some(({sent_at}) => monthOfSent(sent_at) === month),
    );
  });
  const {attention, ...agenda} = makeAgenda(mailings, clock, DAYS_AHEAD);
  return {
    account,
    made_at: clock.now.toISOString(),
    now: toSent(clock.shown),
    time_zone: clock.zones.service ?? null,
    since: months[0] ?? until,
    until,
    contacts: contacts.result(mailings.lists, months),
    unsubscribes: unsubscribes.result(months),
    mailings: sentIn(mailings, months),
    automations: automationFigures(mailings),
    agenda,
    attention: [...attention, ...figureConcerns(mailings, months)],
    cannot_tell: limitations,
  };
}

function withoutEmptyStart(
  months: readonly Month[],
  firstUsed: (months: readonly Month[]) => number,
): readonly Month[] {
  const first = firstUsed(months);
  return months.slice(Math.max(0, Math.min(first < 0 ? months.length : first, months.length - LEAST_MONTHS)));
}

/** A chart of fewer months shows no trend. */
const LEAST_MONTHS = 6;

/** How many days ahead the agenda of a report looks. */
const DAYS_AHEAD = 7;
