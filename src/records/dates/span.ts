import {firstShowing, inZone, shownAt, toSent, type Zones} from './clock.js';
import {dayInWords} from './words.js';

/** A span of time in milliseconds: a day, a minute, an instant. `until` is the first moment after it. */
type Span = {readonly from: number; readonly until: number};

/** What a text says: a distance from now, as in `2 hours ago`, or a span of time on a clock. */
export type SpokenDate =
  | {readonly wait: number}
  | (Span & {
      /** The text's own UTC offset in milliseconds, if it has one. */
      readonly offset: number | undefined;
      readonly timed: boolean;
    });

/** The current time, and the zones of typed dates. The zones are requested only if a date was typed. */
export type Clock = {readonly now: () => Date; readonly zones: () => Zones};

/** The real time that a text says. */
export function realSpan(spoken: SpokenDate, {now, zones}: Clock): Span {
  if ('wait' in spoken) return instant(now().getTime() + spoken.wait);
  const {from, until, offset} = spoken;
  if (offset !== undefined) return {from: from - offset, until: until - offset};
  const zone = zoneOf(zones());
  return {from: firstShowing(from, zone), until: firstShowing(until, zone)};
}

/** The same time on the account's clock, for moments that the service sends without a zone. */
export function shownSpan(spoken: SpokenDate, {now, zones}: Clock, text: string): Span {
  if ('wait' in spoken) return instant(shownAt(now().getTime() + spoken.wait, zones(), text));
  const {from, until, offset} = spoken;
  if (offset === undefined) return {from, until};
  const shown = shownAt(from - offset, zones(), text);
  return {from: shown, until: shown + until - from};
}

/** A span of time in words: `Sunday 31 December 2023, 00:00 to Monday 1 January 2024, 00:00, Europe/Berlin`. */
export function spanInWords(spoken: SpokenDate, {real, clock}: {real: boolean; clock: Clock}): string {
  const zones = clock.zones();
  const {from, until} = real ? realSpan(spoken, clock) : shownSpan(spoken, clock, '');
  const words = (at: number): string => {
    const shown = real ? inZone(at, zoneOf(zones)).getTime() : at;
    return `${dayInWords(shown)}, ${toSent(shown).slice(11, 16)}`;
  };
  const unknown = real ? "UTC, since emk does not know the account's time zone" : "the account's time";
  return `${words(from)}${until > from ? ` to ${words(until)}` : ''}, ${zones.service ?? unknown}`;
}

const zoneOf = ({service}: Zones): string => service ?? 'UTC';

const instant = (at: number): Span => ({from: at, until: at});
