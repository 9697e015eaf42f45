import {params} from '../../api/describe/notation.js';
import type {InputOf} from '../../api/describe/schema.js';
import type {Host} from '../../core/system/host.js';
import {environmentOptions, parseSettings} from '../running/environment.js';
import type {StartOptions} from '../running/start.js';

/** The options for the content of a new account. */
export const seedParams = params({
  empty: {type: 'flag', help: 'Start with an empty account, not the demo one'},
  contacts: {type: 'integer', value: 'n', help: 'Start with this many extra contacts'},
  random: {
    type: 'integer',
    value: 'n',
    help: 'Number that decides the invented data (default: 1), and the keys too if you give it',
  },
});

/** The options of every command that starts a sandbox. */
export const startParams = params({
  ...seedParams,
  fault: {type: 'text', many: true, value: 'fault', help: "Misbehave: 'METHOD /path=KIND[:TIMES][,option]'"},
  clock: {
    type: 'text',
    value: 'clock',
    help: 'How time passes: real, x60 (sixty times as fast) or step (stands still)',
  },
  setting: {
    type: 'text',
    many: true,
    value: 'name=value',
    help: 'Choose behaviour that the API does not document: emk help sandbox',
    rare: true,
  },
});

type Given = InputOf<typeof startParams>;

/** The content of a new account according to these options. */
export function seedOf({empty, contacts, random: seed}: Given): NonNullable<StartOptions['seed']> {
  return {
    kind: empty ? 'empty' : 'demo',
    ...(contacts === undefined ? {} : {contacts}),
    ...(seed === undefined ? {} : {seed}),
  };
}

/** How to start a sandbox with these options, which override the environment. */
export function startOptions(given: Given, host: Host): StartOptions {
  const {fault = [], clock, setting = []} = given;
  const {faults = [], settings, ...environment} = environmentOptions(host);
  return {
    ...environment,
    seed: seedOf(given),
    settings: {...settings, ...parseSettings(setting)},
    faults: [...faults, ...fault],
    ...(clock === undefined ? {} : {clock}),
    realNow: () => host.now(),
    interrupted: host.interrupted,
    resets: true,
  };
}
