import {confirmLocalChange} from '../commands/agree.js';
import type {Context} from '../commands/command.js';
import {ConfigError, UsageError} from '../core/errors.js';
import type {Result} from '../output/results/result.js';
import type {Zones} from '../records/dates/clock.js';
import {keysIn, type NamedProfile, pickProfile} from './account.js';
import {
  type Config,
  configOf,
  configPath,
  type Guard,
  guards,
  type Profile,
  type StandardAnswer,
  saveConfig,
} from './store.js';

/** A setting that belongs to one profile: the current or the named one. */
type ProfileSetting = {
  /** The default, in words. */
  readonly standard: string;
  /** The values that it accepts, in words that end an error. */
  readonly takes: string;
  of(profile: Profile): string | null;
  /** The change that this text asks for; undefined if the text is invalid. Without a text, the setting is reset. */
  change(text: string | undefined): Partial<Profile> | undefined;
};

/** What this profile answers where a line does not. The account is asked whether there is such a record when it is used. */
const answer = (name: StandardAnswer, takes: string): ProfileSetting => ({
  standard: 'none',
  takes,
  of: profile => profile[name] ?? null,
  change: text => ({[name]: text?.trim() || undefined}),
});

/** The settings of a profile by their names in `emk config`. */
export const profileSettings = {
  guard: {
    standard: 'none',
    takes: `one of ${guards.join(', ')}`,
    of: ({guard}) => guard,
    change: (text = 'none') => {
      const guard = guards.find(word => word === text);
      return guard && {guard};
    },
  },
  timezone: {
    standard: 'none',
    takes: 'the name of a time zone such as Europe/Berlin or UTC',
    of: ({timezone}) => timezone ?? null,
    change: text => {
      const timezone = text === undefined ? undefined : toZone(text);
      return text !== undefined && timezone === undefined ? undefined : {timezone};
    },
  },
  sender: answer('sender', 'the name or address of a sender'),
  group: answer('group', 'the name of a group'),
  country: answer('country', 'the name of a country'),
  'test-to': answer('test-to', 'the address that gets test mails'),
} as const satisfies Readonly<Record<string, ProfileSetting>>;

type ProfileSettingName = keyof typeof profileSettings;

export const isProfileSetting = (name: string): name is ProfileSettingName => Object.hasOwn(profileSettings, name);

/** The profile whose setting of this name is meant. */
export function profileOf({globals, host}: Context, config: Config, setting: string): NamedProfile {
  const profile = pickProfile(globals, host, config);
  if (profile !== undefined) return profile;
  throw new UsageError(`The ${setting} belongs to a profile, but you have none.`, {
    hint: 'To create one: emk login',
  });
}

/** Changes or resets a setting of a profile. Lowering a guard needs a yes. */
export async function changeProfileSetting(
  context: Context,
  setting: ProfileSettingName,
  text: string | undefined,
): Promise<Result> {
  const {change, takes, standard}: ProfileSetting = profileSettings[setting];
  const changed = change(text);
  if (changed === undefined)
    throw new UsageError(`"${setting}" takes ${takes}, not "${text}".`, {
      hint: `Nothing was changed. The default is ${standard}.`,
    });
  const {name, guard} = profileOf(context, configOf(context), setting);
  if (changed.guard !== undefined && strength(changed.guard) < strength(guard)) {
    await confirmLocalChange(context, `Lower the guard of the profile "${name}" from ${guard} to ${changed.guard}`);
  }
  return saveConfig(context, now => withProfileChange(now, name, changed), {
    name,
    sentence: `The ${setting} of the profile "${name}" is ${changed[setting] ?? standard} now.`,
  });
}

const strength = (guard: Guard): number => guards.indexOf(guard);

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
