import type {Context} from '../change/context.js';
import {ConfigError} from '../core/errors.js';
import type {Zones} from '../records/dates/clock.js';
import {keysIn, pickProfile} from './account.js';
import {type Config, configOf, configPath, type Profile, type StandardAnswer} from './store.js';

/** What the profile of this run says, if its account comes from a profile. */
export function standardAnswer(
  {globals, host, warn}: Pick<Context, 'globals' | 'host' | 'warn'>,
  name: StandardAnswer,
): string | undefined {
  if (globals.sandbox || keysIn(host).length > 0) return undefined;
  return pickProfile(globals, host, configOf({host, warn}))?.[name];
}

export function withProfileChange(now: Config, name: string, changed: Partial<Profile>): Config {
  const profile = now.profiles.get(name);
  return profile === undefined ? now : {...now, profiles: new Map([...now.profiles, [name, {...profile, ...changed}]])};
}

/**
 * The zones for reading and showing moments. The account's zone is known if its profile names it. The person's zone is
 * looked up only if it is used: the first look-up takes a quarter of a short command's time.
 */
export function zonesOf(context: Pick<Context, 'host' | 'globals' | 'warn'>): Zones {
  const {host, globals} = context;
  const zones = {
    get local() {
      return toZone(host.env['TZ'] ?? '');
    },
  };
  if (globals.sandbox) return Object.assign(zones, {service: 'UTC'});
  if (keysIn(host).length > 0) return zones;
  const profile = pickProfile(globals, host, configOf(context));
  if (profile === undefined) return zones;
  if (profile.timezone === undefined) return Object.assign(zones, {canBeKept: true as const});
  const service = toZone(profile.timezone);
  if (service !== undefined) return Object.assign(zones, {service});
  throw new ConfigError(
    `This machine does not know the time zone "${profile.timezone}" of the profile "${profile.name}".`,
    {hint: `Fix it with "emk config set timezone", or in ${configPath(host)}.`},
  );
}

/** A time zone by its usual name, such as Europe/Berlin; undefined if it does not exist. */
export function toZone(text: string): string | undefined {
  if (!known.has(text)) known.set(text, asNamed(text));
  return known.get(text);
}

/** The time zone of a city that gives one its name: Berlin, New York. */
export const zoneOfCity = (text: string): string | undefined =>
  Intl.supportedValuesOf('timeZone').find(zone => folded(zone.split('/').at(-1) ?? '') === folded(text));

const folded = (text: string): string => text.trim().replaceAll(' ', '_').toLowerCase();

/** Cached: looking it up takes a millisecond, and a redrawn screen asks each time. */
const known = new Map<string, string | undefined>();

function asNamed(text: string): string | undefined {
  if (text === '') return undefined;
  try {
    const {timeZone} = Intl.DateTimeFormat('en', {timeZone: text}).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return undefined;
  }
}

export const zoneHere = (env: Readonly<Record<string, string | undefined>>): string =>
  toZone(env['TZ'] ?? '') ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
