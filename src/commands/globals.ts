import type {Param} from '../api/describe/schema.js';
import type {GlobalsOfRun} from '../change/context.js';
import {ConfigError, UsageError} from '../core/errors.js';
import type {Host} from '../core/system/host.js';
import {orList} from '../core/words/sentence.js';
import {textOrNothing} from '../core/words/values.js';
import {type Format, formats, standardFormat} from '../output/results/format.js';

type GlobalOption = {readonly option?: Param; readonly setting?: GlobalSetting<unknown>};

/** A value from outside the line: the variable and the setting of `emk config` that give it, and how it is read. */
type GlobalSetting<T> = {
  readonly variable?: string;
  /** The values that it accepts, in words that follow "takes" in an error. */
  readonly takes: string;
  /** The default value, in words. */
  readonly standard: string;
  /** Reads a person's text; undefined if it is not valid. */
  read(text: string): T | undefined;
};

const oneOf = <const T extends string>(...words: readonly T[]) => ({
  takes: `one of ${words.join(', ')}`,
  read: (text: string): T | undefined => words.find(word => word === text),
});

const between = (least: number, most: number) => (text: string) => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
};

/** How many days emk keeps something. */
const days = (variable: string, least: 0 | 1, standard: string) => ({
  variable,
  takes: `a whole number of days from 1 to 3650${least === 0 ? ', or 0 for no copy' : ''}`,
  standard,
  read: between(least, 3650),
});

/** The accepted forms of a duration, in words for help and errors. */
export const durationForms = 'a time such as 500ms, 30s or 2m';

/**
 * Everything that holds for every command, in the order of help: its option, its variable and its setting, of which it
 * may have one or several. No command redefines an option.
 */
const table = {
  output: {
    option: {type: 'text', choices: formats, short: 'o', value: 'format', help: `How to print: ${orList(formats)}`},
    setting: {variable: 'EMK_OUTPUT', standard: standardFormat, ...oneOf(...formats)},
  },
  json: {option: {type: 'flag', help: 'Short for --output json'}},
  out: {
    option: {
      type: 'text',
      value: 'file',
      help: 'Write to this file, only when complete; the ending chooses the format',
    },
  },
  overwrite: {option: {type: 'flag', help: 'Replace the file if it exists'}},
  profile: {option: {type: 'text', value: 'name', help: 'The account to use'}},
  'base-url': {option: {type: 'text', value: 'url', help: 'The API root, ending in /api'}},
  sandbox: {option: {type: 'flag', help: 'Use the built-in sandbox instead of an account'}},
  yes: {option: {type: 'flag', short: 'y', help: 'Answer yes to every question'}},
  'no-input': {option: {type: 'flag', help: 'Never ask questions'}},
  'dry-run': {option: {type: 'flag', help: 'Print requests that change something instead of sending them'}},
  timeout: {
    option: {type: 'text', value: 'time', help: 'How long to wait for an answer (default: 60s)'},
    setting: {
      variable: 'EMK_TIMEOUT',
      takes: `${durationForms}, above zero`,
      standard: '60s, uploads 120s',
      read: text => parseDuration(text) || undefined,
    },
  },
  retries: {
    option: {type: 'integer', value: 'n', help: 'How often to try a read (default: 4; 0 for once)'},
    setting: {
      variable: 'EMK_RETRIES',
      takes: 'a whole number from 0 to 20 (0 and 1 are a single try)',
      standard: '4',
      read: between(0, 20),
    },
  },
  'allow-http': {option: {type: 'flag', help: 'Send keys over plain http to another machine'}},
  confirm: {option: {type: 'text', value: 'name', help: 'Name of the protected profile, to confirm a change'}},
  'no-color': {option: {type: 'flag', help: 'Print without colours'}},
  quiet: {option: {type: 'flag', short: 'q', help: 'No notices and no progress'}},
  verbose: {option: {type: 'flag', short: 'v', help: 'Log a line per request'}},
  debug: {option: {type: 'flag', help: 'Log headers and bodies too, addresses masked'}},
  'test-list': {
    setting: {
      takes: 'a name of at least 2 characters',
      standard: 'emk tests',
      read: text => ([...text.trim()].length < 2 ? undefined : text.trim()),
    },
  },
  'unsubscribe-word': {
    setting: {
      takes: 'up to 80 characters without tags',
      standard: "the word in the letter's language",
      read: text => ([...text.trim()].length > 80 || /[\n<>]|\(\(/.test(text) ? undefined : text.trim() || undefined),
    },
  },
  'keep-deleted': {setting: days('EMK_KEEP_DELETED', 0, '30')},
  dates: {
    setting: {
      takes: 'dmy (the day) or mdy (the month)',
      standard: 'what other dates of the column show',
      read: oneOf('dmy', 'mdy').read,
    },
  },
  'keep-imports': {setting: days('EMK_KEEP_IMPORTS', 1, '90')},
} as const satisfies {readonly [name: string]: GlobalOption};

type GlobalTable = typeof table;
type NamesWith<Part extends string> = {
  [Name in keyof GlobalTable]: GlobalTable[Name] extends {readonly [part in Part]: unknown} ? Name : never;
}[keyof GlobalTable];

export type SettingName = NamesWith<'setting'>;

/** Settings as text. Each is read only where it is used, so that an old file stays readable. */
export type SettingTexts = {readonly [name in SettingName]?: string};

export type Flags = {readonly [name in NamesWith<'option'>]?: unknown} & Readonly<Record<string, unknown>>;

const partOf = (part: keyof GlobalOption): object =>
  Object.fromEntries(
    Object.entries<GlobalOption>(table).flatMap(([name, each]) => (each[part] ? [[name, each[part]]] : [])),
  );

export const globalOptions = partOf('option') as {readonly [name in NamesWith<'option'>]: Param};

/** The settings by their names in `emk config`, which are also the flags' names. */
export const settings = partOf('setting') as {
  readonly [name in SettingName]: GlobalTable[name]['setting'] & Pick<GlobalSetting<unknown>, 'variable'>;
};

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

type ValueOf<Name extends SettingName> = ReturnType<(typeof settings)[Name]['read']>;

/**
 * Settles the global options of a run from flags, environment and configuration, in that order. Times are in
 * milliseconds. `whereStored` names the file of the settings, for the error about one of them.
 */
export function settleGlobals(
  flags: Flags,
  host: Host,
  {stored, whereStored}: {readonly stored: SettingTexts; readonly whereStored: () => string},
): GlobalsOfRun {
  const {env} = host;
  const chosen = <Name extends SettingName>(name: Name): ValueOf<Name> | undefined => {
    const {read, takes, standard, variable}: GlobalSetting<unknown> = settings[name];
    const flag = textOrNothing(flags[name]);
    // An empty variable counts as unset, because scripts and CI systems omit variables that way.
    const ofRun = (variable && env[variable]) || undefined;
    const text = flag ?? ofRun ?? stored[name];
    const value = text === undefined ? undefined : read(text);
    if (text === undefined || value !== undefined) return value as ValueOf<Name> | undefined;
    const says = (what: string) => `${what} takes ${takes}, not "${text}".`;
    if (flag !== undefined)
      throw new UsageError(says(`--${name}`), {hint: `Remove --${name} to use the default: ${standard}.`});
    if (ofRun !== undefined) throw new ConfigError(says(`${variable}`), {hint: `Change or unset ${variable}.`});
    throw new ConfigError(says(`The setting ${name}`), {hint: `Fix it in ${whereStored()}.`});
  };
  const isOn = (name: keyof Flags): boolean => flags[name] === true;
  const asked = askedFormat(flags);
  const output: Format = asked ?? chosen('output') ?? standardFormat;
  const colorOfMessages = wantedColor(isOn('no-color'), host);
  return {
    output,
    asked,
    out: textOrNothing(flags.out),
    overwrite: isOn('overwrite'),
    // What the line names; `accounts/account` compares it with the environment.
    profile: textOrNothing(flags.profile),
    baseUrl: textOrNothing(flags['base-url']),
    sandbox: isOn('sandbox'),
    allowHttp: isOn('allow-http'),
    yes: isOn('yes'),
    input: !isOn('no-input') && !runsAlone(env),
    dryRun: isOn('dry-run'),
    timeout: chosen('timeout'),
    retries: chosen('retries') ?? Number(settings.retries.standard),
    maxWait: maxWaitIn(host),
    keepDeleted: chosen('keep-deleted') ?? Number(settings['keep-deleted'].standard),
    keepImports: chosen('keep-imports') ?? Number(settings['keep-imports'].standard),
    dates: chosen('dates'),
    unsubscribeWord: chosen('unsubscribe-word'),
    color: colorOfMessages === 'always' || (colorOfMessages === 'auto' && host.stdout.isTTY === true),
    colorOfMessages,
    quiet: isOn('quiet'),
    verbose: isOn('verbose') || isOn('debug'),
    debug: isOn('debug'),
    confirm: textOrNothing(flags.confirm),
  };
}

/** The format that the line asks for; a wrong word is refused where the command says which it can print. */
function askedFormat({json, output}: Flags): Format | undefined {
  if (json !== true) return formats.find(format => format === output);
  if (output === undefined || output === 'json') return 'json';
  throw new UsageError(`--json and --output ${String(output)} contradict each other.`, {
    hint: `Remove --json, or remove --output ${String(output)}.`,
  });
}

/** Which streams get colours; `auto` are terminals. NO_COLOR (https://no-color.org) comes first, because people set it. */
export function wantedColor(isOff: boolean, {env}: Pick<Host, 'env'>): 'always' | 'auto' | 'never' {
  if (isOff || env['NO_COLOR']) return 'never';
  if (env['FORCE_COLOR']) return isTrue(env['FORCE_COLOR']) ? 'always' : 'never';
  return env['TERM'] === 'dumb' ? 'never' : 'auto';
}

/** How long to keep trying, in all. Without the variable each kind of work has its own time. */
function maxWaitIn({env}: Host): number | undefined {
  const text = env['EMK_MAX_WAIT'];
  if (!text) return undefined;
  const wait = parseDuration(text);
  if (wait !== undefined) return wait;
  throw new ConfigError(`EMK_MAX_WAIT takes ${durationForms}, not "${text}".`, {hint: 'Change or unset EMK_MAX_WAIT.'});
}

const day = 24 * 60 * 60 * 1000;
const inMilliseconds: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** Reads `500ms`, `30s`, `2m`, `1m30s` or a number of seconds as milliseconds; a day at most. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const total = /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : sumOfParts(trimmed);
  return total === undefined || total > day ? undefined : Math.round(total);
}

function sumOfParts(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (inMilliseconds[unit] ?? 0),
    0,
  );
}

/** Whether the environment says that nobody answers: a job of a CI system, or a person's own wish. */
const runsAlone = ({CI, EMK_NO_INPUT}: Host['env']): boolean => isTrue(CI) || isTrue(EMK_NO_INPUT);

/** Whether a variable is set to anything but a word for no. */
const isTrue = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
