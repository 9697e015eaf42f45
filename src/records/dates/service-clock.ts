import {UsageError} from '../../errors.js';
import {DAY} from '../../words/calendar.js';
import {inZone} from './zone.js';

/** The service's time zone, if known, and the time zone of the person who types. */
export type Zones = {
  readonly service?: string | undefined;
  readonly local?: string | undefined;
  /** Whether a profile can keep the service's zone, so that "emk config set timezone" helps. */
  readonly canBeKept?: true;
};

/** Every moment at which a clock in the zone shows this time: none or two around daylight saving. */
export function momentsShowing(shown: number, zone: string | undefined): number[] {
  if (Number.isNaN(shown)) return [];
  const [before, after] = offsetsAround(shown, zone);
  return [...new Set([shown - before, shown - after])]
    .filter(moment => inZone(moment, zone).getTime() === shown)
    .sort((one, other) => one - other);
}

/** Checks that the service's clock shows this time exactly once, because the service is sent only the time. */
export function shownOnce(shown: number, {service}: Zones): number {
  if (service === undefined) return shown;
  const moments = momentsShowing(shown, service);
  if (moments.length === 1) return shown;
  const [before, after] = offsetsAround(shown, service);
  const change = Math.abs(after - before);
  throw new UsageError(
    `The clock in ${service} ${moments.length === 0 ? 'skips' : 'shows twice'} ${toSent(shown).slice(0, -3)}, because of daylight saving.`,
    {hint: `Choose ${toSent(shown - change).slice(0, -3)} or ${toSent(shown + change).slice(0, -3)}.`},
  );
}

/** What the service's clock shows at a real moment. Throws if its zone is unknown. */
export function shownAt(moment: number, zones: Zones, text: string): number {
  if (zones.service !== undefined) return inZone(moment, zones.service).getTime();
  throw new UsageError(`"${text}" needs the account's time zone, which emk does not know.`, {hint: waysAround(zones)});
}

/** What to do when emk needs the account's time zone and does not know it. */
export const waysAround = ({canBeKept}: Zones): string =>
  canBeKept
    ? 'Set it once, as your account page shows it: emk config set timezone Europe/Berlin. Or give the time there: "2030-05-01 09:00".'
    : 'Give day and time as your account page shows them: "2030-05-01 09:00".';

/** A time in the service's format: `2026-11-23 08:00:00`. */
export const toSent = (shown: number): string => new Date(shown).toISOString().slice(0, 19).replace('T', ' ');

/** The time in such a text; NaN if it is not a time. */
export const fromSent = (sent: string): number => Date.parse(`${sent.replace(' ', 'T')}Z`);

/** The zone's UTC offsets a day before and a day after: no zone changes twice within that time. */
const offsetsAround = (shown: number, zone: string | undefined): readonly [number, number] => [
  offsetAt(shown - DAY, zone),
  offsetAt(shown + DAY, zone),
];

const offsetAt = (moment: number, zone: string | undefined): number => inZone(moment, zone).getTime() - moment;
