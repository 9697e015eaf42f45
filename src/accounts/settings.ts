import {durationForms, parseDuration} from '../commands/duration.js';
import {type Format, formats, standardFormat} from '../output/results/format.js';

/** A value from the environment or the configuration that replaces a flag. */
export type Setting<T> = {
  readonly help: string;
  /** The values that it accepts, in words that follow "takes" in an error. */
  readonly takes: string;
  /** The environment variable that overrides the configuration. */
  readonly variable: string | undefined;
  /** The default value, in words. */
  readonly standard: string;
  /** Reads a person's text; undefined if it is not valid. */
  read(text: string): T | undefined;
};

/** When something is done: `auto` depends on the terminal. */
export type When = 'always' | 'auto' | 'never';

const oneOf = <const T extends string>(...words: readonly T[]): ((text: string) => T | undefined) => {
  return text => words.find(word => word === text);
};

const between = (text: string, least: number, most: number): number | undefined => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
};

const daysBetween = (text: string, least: number, most: number): number | undefined =>
  between(text.trim().replace(/ ?d(ays?)?$/i, ''), least, most);

/** The settings by their names in `emk config`, which are also the flags' names. */
export const settings = {
  output: {
    help: 'How to print',
    takes: `one of ${formats.join(', ')}`,
    variable: 'EMK_OUTPUT',
    standard: standardFormat,
    read: oneOf(...formats),
  },
  timeout: {
    help: 'How long to wait for an answer',
    takes: `${durationForms}, above zero`,
    variable: 'EMK_TIMEOUT',
    standard: '60s, uploads 120s',
    read: text => parseDuration(text) || undefined,
  },
  retries: {
    help: 'How often to try a read',
    takes: 'a whole number from 0 to 20 (0 and 1 are a single try)',
    variable: 'EMK_RETRIES',
    standard: '4',
    read: text => between(text, 0, 20),
  },
  color: {
    help: 'Colours in tables',
    takes: 'one of always, auto, never',
    variable: undefined,
    standard: 'auto',
    read: oneOf<When>('always', 'auto', 'never'),
  },
  'completion-cache': {
    help: 'Keep names of lists for shell completion',
    takes: 'one of on, off',
    variable: undefined,
    standard: 'on',
    read: oneOf<'on' | 'off'>('on', 'off'),
  },
  'test-list': {
    help: 'The list for tests of mailings',
    takes: 'a name of at least 2 characters',
    variable: undefined,
    standard: 'emk tests',
    read: text => ([...text.trim()].length < 2 ? undefined : text.trim()),
  },
  'unsubscribe-word': {
    help: 'The words of the link to unsubscribe that emk adds to Markdown letters',
    takes: 'up to 80 characters without tags',
    variable: undefined,
    standard: "the word in the letter's language",
    read: text => ([...text.trim()].length > 80 || /[\n<>]|\(\(/.test(text) ? undefined : text.trim() || undefined),
  },
  'keep-deleted': {
    help: 'How many days emk keeps copies of what it deletes',
    takes: 'a whole number of days from 1 to 3650, or 0 for no copy',
    variable: 'EMK_KEEP_DELETED',
    standard: '30',
    read: text => daysBetween(text, 0, 3650),
  },
  dates: {
    help: 'What comes first in dates such as 03/04/2026 of your files',
    takes: 'dmy (the day) or mdy (the month)',
    variable: undefined,
    standard: 'what other dates of the column show',
    read: oneOf<'dmy' | 'mdy'>('dmy', 'mdy'),
  },
  'keep-imports': {
    help: 'How many days emk keeps imports that have ended, to undo them',
    takes: 'a whole number of days from 1 to 3650',
    variable: 'EMK_KEEP_IMPORTS',
    standard: '90',
    read: text => daysBetween(text, 1, 3650),
  },
} as const satisfies {
  readonly output: Setting<Format>;
  readonly color: Setting<When>;
  readonly 'completion-cache': Setting<'on' | 'off'>;
  readonly dates: Setting<'dmy' | 'mdy'>;
  readonly 'test-list': Setting<string>;
  readonly 'unsubscribe-word': Setting<string>;
} & Record<'timeout' | 'retries' | 'keep-deleted' | 'keep-imports', Setting<number>>;

export type SettingName = keyof typeof settings;

/** Settings as text. Each is read only where it is used, so that an old file stays readable. */
export type SettingTexts = {readonly [name in SettingName]?: string};

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);
