import {monthNames} from '../../core/words/calendar.js';
import {fromSent, inZone, momentsShowing, toSent, type Zones} from './clock.js';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A day as sentences say it: `Monday 23 November 2026`. */
export const dayInWords = (day: number): string => `${weekdays[new Date(day).getUTCDay()]} ${dateInWords(day)}`;

/** A date as sentences say it: `23 November 2026`. */
export const dateInWords = (day: number): string => {
  const date = new Date(day);
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

/** The day of a moment that the service sent, and with its time: `Monday 23 November 2026 at 09:00`. */
export const sentDayInWords = (moment: string): string => dayInWords(fromSent(`${moment.slice(0, 10)} 00:00:00`));

export const sentMomentInWords = (moment: string): string => `${sentDayInWords(moment)} at ${moment.slice(11, 16)}`;

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

/** A day and a time, with seconds only if there are any. */
const onTheClock = (shown: number): string => `${dayInWords(shown)} at ${toSent(shown).slice(11).replace(/:00$/, '')}`;
