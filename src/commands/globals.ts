import type {Params} from '../api/describe/schema.js';
import {type Format, formats} from '../output/results/format.js';
import {orList} from '../words/sentence.js';

/**
 * The values of the global options, settled from flags, environment and configuration, in that order. Times are in
 * milliseconds. The format is not included: a command only knows who reads its result, and each writer does the rest.
 */
export type Globals = {
  readonly asked: Format | undefined;
  /** The file that the output goes to instead of stdout. */
  readonly out: string | undefined;
  readonly overwrite: boolean;
  /** The profile named on the command line; `accounts/resolve` compares it with the environment. */
  readonly profile: string | undefined;
  /** The base URL named on the command line; `accounts/resolve` compares it with the environment. */
  readonly baseUrl: string | undefined;
  readonly sandbox: boolean;
  readonly yes: boolean;
  readonly input: boolean;
  readonly dryRun: boolean;
  readonly timeout: number | undefined;
  readonly retries: number;
  /** From EMK_MAX_WAIT. */
  readonly maxWait: number | undefined;
  /** How many days emk keeps a copy of what it deletes; 0 for no copy. */
  readonly keepDeleted: number;
  /** How many days emk keeps imports that have ended. */
  readonly keepImports: number;
  /** What comes first in dates such as 03/04/2026; undefined if only other dates of a column say so. */
  readonly dates: 'dmy' | 'mdy' | undefined;
  /** The words of the link to unsubscribe in Markdown letters; undefined for those of their language. */
  readonly unsubscribeWord: string | undefined;
  readonly color: boolean;
  readonly colorOfMessages: 'always' | 'auto' | 'never';
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  readonly allowHttp: boolean;
  /** The protected profile that the caller means to change. */
  readonly confirm: string | undefined;
};

/** All of them, including the format, for the code that prints. */
export type GlobalsOfRun = Globals & {readonly output: Format};

/** The options of a line that say which account it is about. */
export const accountWords = ({
  profile,
  baseUrl,
  sandbox,
  allowHttp,
}: Pick<Globals, 'profile' | 'baseUrl' | 'sandbox' | 'allowHttp'>): readonly string[] => [
  ...(profile === undefined ? [] : [`--profile=${profile}`]),
  ...(baseUrl === undefined ? [] : [`--base-url=${baseUrl}`]),
  ...(sandbox ? ['--sandbox'] : []),
  ...(allowHttp ? ['--allow-http'] : []),
];

/** The options of every command, which none may redefine. */
export const globalOptions = {
  output: {
    type: 'text',
    choices: formats,
    short: 'o',
    value: 'format',
    help: `How to print: ${orList(formats)}`,
  },
  json: {type: 'flag', help: 'Short for --output json'},
  out: {
    type: 'text',
    value: 'file',
    help: 'Write to this file, only when complete; the ending chooses the format, .gz compresses',
  },
  overwrite: {type: 'flag', help: 'Replace the file if it exists'},
  profile: {type: 'text', value: 'name', help: 'The account to use'},
  'base-url': {type: 'text', value: 'url', help: 'The API root, ending in /api'},
  sandbox: {type: 'flag', help: 'Use the built-in sandbox instead of an account'},
  yes: {type: 'flag', short: 'y', help: 'Answer yes to every question'},
  'no-input': {type: 'flag', help: 'Never ask questions'},
  'dry-run': {type: 'flag', help: 'Print requests that change something instead of sending them'},
  timeout: {type: 'text', value: 'time', help: 'How long to wait for an answer (default: 60s)'},
  retries: {type: 'integer', value: 'n', help: 'How often to try a read (default: 4; 0 for once)'},
  'allow-http': {type: 'flag', help: 'Send keys over plain http to another machine'},
  confirm: {type: 'text', value: 'name', help: 'Name of the protected profile, to confirm a change'},
  'no-color': {type: 'flag', help: 'Print without colours'},
  quiet: {type: 'flag', short: 'q', help: 'No notices and no progress'},
  verbose: {type: 'flag', short: 'v', help: 'Log a line per request'},
  debug: {type: 'flag', help: 'Log headers and bodies too, addresses masked'},
} as const satisfies Params;

export type Flags = {readonly [name in keyof typeof globalOptions]?: unknown} & Readonly<Record<string, unknown>>;

/** One value for each option, so that an option that is declared but not settled does not compile. */
export type SettledOptions = {
  readonly [Name in Exclude<keyof typeof globalOptions, 'json'> as FieldName<Name>]: unknown;
};

/** `maxWait` for `max-wait`, and `color` for `no-color`. */
type FieldName<Name extends string> = Name extends `no-${infer Rest}`
  ? FieldName<Rest>
  : Name extends `${infer Head}-${infer Tail}`
    ? `${Head}${Capitalize<FieldName<Tail>>}`
    : Name;
