import {fromZone, inZone, momentsShowing, shownAt, shownOnce, toSent, type Zones} from './clock.js';
import {dayInWords} from './words.js';

/** A span of time in microseconds: a year, a day, a minute, an instant. `until` is the first moment after it. */
type Span = {readonly from: number; readonly until: number};

/** What a text says: a distance from now, as in `2 hours ago`, or a span of time on a clock. */
export type SpokenDate = {readonly wait: number} | Stretch;

type Stretch = Span & {
  /** The text's own UTC offset in milliseconds, if it has one. */
  readonly offset: number | undefined;
  readonly timed: boolean;
};

/** The current time, and the zones of typed dates. The zones are requested only if a date was typed. */
export type Clock = {readonly now: () => Date; readonly zones: () => Zones};

/** Where a moment lies: negative before the span, positive after it, zero within. */
export const inSpan = (at: number, {from, until}: Span): number => (at < from ? -1 : at >= until ? 1 : 0);

/** The real time that a text says, in microseconds. */
export function realSpan(spoken: SpokenDate, {now, zones}: Clock): Span {
  if ('wait' in spoken) return fromMoment(now().getTime() + spoken.wait);
  const {from, until, offset, timed} = spoken;
  if (offset !== undefined) return {from: from - offset * 1000, until: until - offset * 1000};
  const zone = zoneOf(zones());
  const start = Math.floor(from / 1e6) * 1000;
  if (!timed) return {from: firstShowing(start, zone) * 1000, until: firstShowing(until / 1000, zone) * 1000};
  const ahead = firstShowing(shownOnce(start, {service: zone}), zone) - start;
  return {from: from + ahead * 1000, until: until + ahead * 1000};
}

/** The same time on the account's clock, for moments that the service sends without a zone. */
export function shownSpan(spoken: SpokenDate, {now, zones}: Clock, text: string): Span {
  if ('wait' in spoken) return fromMoment(shownAt(now().getTime() + spoken.wait, zones(), text));
  const {from, until, offset} = spoken;
  if (offset === undefined) return {from, until};
  const start = Math.floor(from / 1e6) * 1000;
  const ahead = shownAt(start - offset, zones(), text) - start;
  return {from: from + ahead * 1000, until: until + ahead * 1000};
}

/** What a comparison with a span of time means, in words: `before Sunday 31 December 2023, 00:00, Europe/Berlin`. */
export function spanInWords(
  operator: string,
  spoken: SpokenDate,
  {real, clock}: {real: boolean; clock: Clock},
): string {
  const zones = clock.zones();
  const where = real ? zoneOf(zones) : (zones.service ?? "the account's time");
  const unknown = real && zones.service === undefined ? " (emk does not know the account's time zone)" : '';
  const span = real ? realSpan(spoken, clock) : shownSpan(spoken, clock, '');
  const words = (at: number): string => {
    const shown = real ? inZone(Math.floor(at / 1000), zoneOf(zones)).getTime() : Math.floor(at / 1000);
    return `${dayInWords(shown)}, ${timeInWords(shown, at % 1e6)}`;
  };
  return `${rangeInWords(operator, span, words, isAnInstant(spoken))}, ${where}${unknown}`;
}

/** Whether a text means one instant when it is ordered: what is later than `2 hours ago` begins with that very moment. */
export const isAnInstant = (spoken: SpokenDate): boolean => 'wait' in spoken;

/** Whether a text says its moment exactly: with its zone, and to the second. */
export const isExact = (spoken: SpokenDate): boolean =>
  !('wait' in spoken) && spoken.offset !== undefined && isShort(spoken);

const isShort = ({from, until}: Stretch): boolean => until - from <= 1e6;

const zoneOf = ({service}: Zones): string => service ?? 'UTC';

const fromMoment = (at: number): Span => ({from: at * 1000, until: at * 1000 + 60e6});

/** The first moment of a day, even if a clock skips that midnight or shows it twice. */
const firstShowing = (shown: number, zone: string): number => momentsShowing(shown, zone)[0] ?? fromZone(shown, zone);

function timeInWords(shown: number, microseconds: number): string {
  const time = toSent(shown).slice(11).replace(/:00$/, '');
  return microseconds === 0 ? time : `${toSent(shown).slice(11)}.${String(microseconds).padStart(6, '0')}`;
}

function rangeInWords(
  operator: string,
  {from, until}: Span,
  words: (at: number) => string,
  isInstant: boolean,
): string {
  const later = isInstant ? from : until;
  switch (operator) {
    case '<':
      return `before ${words(from)}`;
    case '<=':
      return `before ${words(later)}`;
    case '>':
      return `from ${words(later)}`;
    case '>=':
      return `from ${words(from)}`;
    default:
      return `${operator === '!=' ? 'not ' : ''}between ${words(from)} and ${words(until)}`;
  }
}
