import {UsageError} from '../errors.js';
import {fromSent, momentsShowing, shownAt, shownOnce, toSent, type Zones} from './service-clock.js';
import {countOf, dayInWords, readDay, waysToWrite} from './spoken-day.js';
import {readTime} from './spoken-time.js';
import {inZone} from './zone.js';

/**
Reads a moment as people say it, and gives it as the service takes it, on the service's own clock. A time without an offset
is meant there already. Nothing is guessed: what has two readings is refused with both.
*/
export function readMoment(text: string, now: Date, zones: Zones): string {
  const words = plainWords(text);
  const wait = waitOf(words);
  if (wait !== undefined) {
    return toSent(shownOnce(shownAt(Math.ceil((now.getTime() + wait) / minute) * minute, zones, text), zones));
  }
  const found = readTime(words);
  if (found === undefined) {
    throw new UsageError(`"${text}" says no time of day.`, {hint: waysToWrite});
  }
  const {time, offset, rest} = found;
  const today = Math.floor(inZone(now.getTime(), zones.service ?? zones.local).getTime() / day) * day;
  const typed = readDay(rest, today) + time;
  return toSent(shownOnce(offset === undefined ? typed : shownAt(typed - offset, zones, text), zones));
}

/** Says a moment on the service's clock the way a person would: on the person's own clock, where the zone allows it. */
export function sayMoment(sent: string, zones: Zones): {readonly words: string; readonly asSent: string} {
  const {service, local = Intl.DateTimeFormat().resolvedOptions().timeZone} = zones;
  const shown = fromSent(sent);
  if (Number.isNaN(shown)) return {words: `${sent} (the account's time)`, asSent: `sent as ${sent}`};
  const [moment] = service === undefined ? [] : momentsShowing(shown, service);
  const here = moment === undefined ? shown : inZone(moment, zones.local).getTime();
  if (here === shown) {
    return {
      words: `${onTheClock(shown)} (${moment === undefined ? "the account's time" : service})`,
      asSent: `sent as ${sent}`,
    };
  }
  return {
    words: `${onTheClock(here)} (your time, ${local})`,
    asSent: `sent to the service as ${sent}, the account's time (${service})`,
  };
}

const minute = 60_000;
const day = 86_400_000;

/** The words that carry the meaning, in lower case. */
const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^(\s*\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 ')
    .replace(/,/g, ' ')
    .replace(/(?<!\S)(?:at|on|the|of)(?!\S)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');

/** How long `in 2 hours` is, in milliseconds. Days are counted on the calendar instead. */
function waitOf(words: string): number | undefined {
  if (words === 'in half an hour') return 30 * minute;
  const [, count, unit] = /^in (an?|one|\d{1,4}) (minute|min|hour)s?$/.exec(words) ?? [];
  return unit === undefined ? undefined : countOf(count) * (unit === 'hour' ? 60 : 1) * minute;
}

/** A day and a time, the seconds only where there are some. */
const onTheClock = (shown: number): string => `${dayInWords(shown)} at ${toSent(shown).slice(11).replace(/:00$/, '')}`;
