import {recordsOf} from '../api/record-sources.js';
import {record} from '../api/schema.js';
import {command, type Group} from '../commands/command.js';
import {ConfigError} from '../errors.js';
import {listOptions, toView} from '../records/select.js';
import {hostOf} from './base-url.js';
import {configOf, keep} from './change.js';
import type {Config} from './config-file.js';
import {login} from './login.js';
import {warnIfOutranked} from './outranked.js';
import {namedProfile, profileCalled} from './pick-profile.js';
import {status} from './status.js';

const logout = command({
  summary: 'Forget the keys of a profile',
  details: 'Takes the profile off this machine. The keys stay valid at the service.',
  takes: {name: {type: 'text', help: 'Name of the profile (the current one)', value: 'profile'}},
  args: ['name'],
  examples: ['emk auth logout', 'emk auth logout staging'],
  calls: [],
  run: async (context, input) => {
    const config = configOf(context);
    const name = input.name ?? namedProfile(context.globals, context.host) ?? config.current;
    if (name === undefined) {
      throw new ConfigError('No profile is current, so there is none to log out of.', {
        hint: 'Name one: "emk auth list" shows them.',
      });
    }
    const profile = profileCalled(name, config);
    if (!context.globals.dryRun)
      (await import('./known-names.js')).forgetNames(context.host, {...profile, source: 'profile'});
    const wasCurrent = config.current === name;
    return keep(context, now => without(name, now), {
      name,
      sentence: `Forgot the keys of the profile "${name}".${wasCurrent ? ' No profile is current now.' : ''}`,
    });
  },
});

const listed = record({name: 'text', base_url: 'text', guard: 'text', current: 'flag'});

const list = command({
  summary: 'List the profiles',
  takes: listOptions,
  examples: ['emk auth list', 'emk auth list -o json'],
  calls: [],
  run: async (context, input) => {
    const {profiles, current} = configOf(context);
    const records = [...profiles].map(([name, {baseUrl, guard}]) => ({
      name,
      base_url: baseUrl,
      guard,
      current: name === current,
    }));
    if (records.length === 0) context.notice('"emk auth login" makes a profile.');
    return {
      kind: 'records',
      records: recordsOf(records),
      shape: listed,
      key: 'name',
      noun: {one: 'profile', many: 'profiles'},
      view: toView(input, {shape: listed, columns: Object.keys(listed), timeZone: context.host.env['TZ']}),
    };
  },
});

const switchTo = command({
  summary: 'Make a profile the current one',
  takes: {name: {type: 'text', required: true, help: 'Name of the profile', value: 'profile'}},
  args: ['name'],
  examples: ['emk auth switch prod', 'emk auth switch staging -q'],
  calls: [],
  run: async (context, {name}) => {
    const {baseUrl} = profileCalled(name, configOf(context));
    warnIfOutranked(context, name);
    return keep(context, now => ({...now, current: name}), {
      name,
      sentence: `The profile "${name}" (${hostOf(baseUrl)}) is the current one now.`,
    });
  },
});

function without(name: string, {current, profiles, settings}: Config): Config {
  return {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([each]) => each !== name)),
    settings,
  };
}

/** The commands that get keys, choose between them and forget them. */
export default {commands: {login, logout, status, list, switch: switchTo}} satisfies Group;
