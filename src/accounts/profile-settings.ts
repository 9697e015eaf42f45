import type {Context} from '../change/context.js';
import {ConfigError} from '../core/errors.js';
import type {Zones} from '../records/dates/clock.js';
import {keysIn, pickProfile} from './account.js';
import {type Config, configOf, configPath, type Profile, type StandardAnswer} from './store.js';

type ProfileRun = Pick<Context, 'host' | 'globals' | 'warn'>;

/** The profile of a run, if its account comes from one. */
const profileOf = ({host, globals, warn}: ProfileRun) =>
  globals.sandbox || keysIn(host).length > 0 ? undefined : pickProfile(globals, host, configOf({host, warn}));

/** What the profile of this run says, if its account comes from a profile. */
export const standardAnswer = (run: ProfileRun, name: StandardAnswer): string | undefined => profileOf(run)?.[name];

export function withProfileChange(now: Config, name: string, changed: Partial<Profile>): Config {
  const profile = now.profiles.get(name);
  return profile === undefined ? now : {...now, profiles: new Map([...now.profiles, [name, {...profile, ...changed}]])};
}

/**
 * The zones for reading and showing moments. The account's zone is known if its profile names it. The person's zone is
 * looked up only if it is used: the first look-up takes a quarter of a short command's time.
 */
export function zonesOf(run: ProfileRun): Zones {
  const {host, globals} = run;
  const zones = {
    get local() {
      return toZone(host.env['TZ'] ?? '');
    },
  };
  if (globals.sandbox) return Object.assign(zones, {service: 'UTC'});
  const profile = profileOf(run);
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
