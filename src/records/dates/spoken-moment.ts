import {UsageError} from '../../errors.js';
import {fromSent, momentsShowing, shownAt, shownOnce, toSent, waysAround, type Zones} from './service-clock.js';
import {readSpoken, type SpokenDate, saysDirection} from './spoken.js';
import {dayInWords} from './spoken-words.js';
import {inZone} from './zone.js';

/** Reads a future moment as people say it, and returns it in the service's format on the service's clock. */
export function readMoment(text: string, now: Date, zones: Zones): string {
  const spoken = readAhead(text, now, zones);
  if (saysDirection(text) === 'past' || ('wait' in spoken && spoken.wait <= 0)) {
    throw new UsageError(`"${text}" is not in the future.`, {hint: waysToWrite});
  }
  if ('wait' in spoken) {
    const moment = Math.ceil((now.getTime() + spoken.wait) / minute) * minute;
    return toSent(shownOnce(shownAt(moment, zones, text), zones));
  }
  if (!spoken.timed) throw new UsageError(`"${text}" has no time of day.`, {hint: waysToWrite});
  if (spoken.from % 1e6 !== 0) {
    throw new UsageError(`"${text}" has parts of a second, which the service refuses.`, {hint: waysToWrite});
  }
  const typed = spoken.from / 1000;
  return toSent(shownOnce(spoken.offset === undefined ? typed : shownAt(typed - spoken.offset, zones, text), zones));
}

/** Reads a text that means a future moment. One that means different days without the zone is refused. */
function readAhead(text: string, now: Date, zones: Zones): SpokenDate {
  const {service} = zones;
  const on = (shown: number): SpokenDate => readSpoken(text, {now: shown, leaning: 'ahead', ways: waysToWrite});
  if (service !== undefined) return on(inZone(now.getTime(), service).getTime());
  const [first, last] = [on(now.getTime() + farthestWest), on(now.getTime() + farthestEast)];
  // A text with an offset is converted to the account's time later, which needs the account's zone.
  if ('wait' in first || 'wait' in last || first.offset !== undefined || first.from === last.from) return first;
  throw new UsageError(
    `"${text}" may be ${dayInWords(first.from / 1000)} or ${dayInWords(last.from / 1000)}: emk does not know the account's time zone.`,
    {hint: waysAround(zones)},
  );
}

/** A moment on the service's clock in words: on the person's own clock, if the zone is known. */
export function momentAsSpoken(sent: string, zones: Zones): {readonly words: string; readonly asSent: string} {
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

/** The largest offsets from UTC anywhere in the world. */
const farthestWest = -12 * 60 * minute;
const farthestEast = 14 * 60 * minute;

const waysToWrite = 'Write it like "2030-05-01 09:30", "tomorrow 9am", "in 2 hours" or "1 May 2030 9:00".';

/** A day and a time, with seconds only if there are any. */
const onTheClock = (shown: number): string => `${dayInWords(shown)} at ${toSent(shown).slice(11).replace(/:00$/, '')}`;
