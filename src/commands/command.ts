import type {Account} from '../accounts/account.js';
import type {Client} from '../api/client.js';
import type {Operation} from '../api/operation.js';
import type {RecordSource} from '../api/records.js';
import type {ApiRequest} from '../api/request.js';
import type {Flat, InputOf, Params, Shape, Source} from '../api/schema.js';
import type {EmkError} from '../errors.js';
import type {Host} from '../host.js';
import type {Ask} from './ask.js';
import type {Format, Globals} from './globals.js';
import type {View} from './select.js';

/** What a command gives back. Commands never print: the same result becomes a table, JSON or CSV. */
export type Result =
  | {
      readonly kind: 'records';
      readonly records: RecordSource;
      readonly shape: Shape;
      readonly key: string;
      readonly noun: Noun;
      readonly view: View;
    }
  | {
      readonly kind: 'record';
      readonly record: object;
      readonly shape: Shape;
      readonly key: string;
      /** What the command ends with although there is a record to print: it was made, and could not be looked up. */
      readonly error?: EmkError;
    }
  | Done
  /** Bytes or text for stdout as they are, whole or as they come. */
  | {readonly kind: 'raw'; readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array>}
  /** Something of emk's own, the same in every machine format; people get `text`. */
  | {
      readonly kind: 'data';
      readonly data: unknown;
      readonly text: string;
      /** What the command ends with once its data is printed: part of the work was done, or a check did not hold. */
      readonly error?: EmkError;
    }
  /** Many things of emk's own, printed as they come; people get their texts, with an empty line between. */
  | {readonly kind: 'items'; readonly items: AsyncIterable<readonly Item[]>}
  /** Nothing for stdout; `exit` passes on what a program that was run ended with. */
  | {readonly kind: 'nothing'; readonly exit?: number};

/** One of many things of emk's own: as machines get it, and as people do. */
export type Item = {readonly data: unknown; text(): string};

/** What was done to which records, and what could not be. `sentence` is for people. */
export type Done = {
  readonly kind: 'done';
  readonly sentence: string;
  readonly done: ReadonlyArray<string | number>;
  readonly failed: readonly Failure[];
  /** What ended the work before all of it was tried. */
  readonly stopped?: EmkError | undefined;
};

export type Failure = {readonly id: string | number; readonly error: EmkError};

export type Noun = {readonly one: string; readonly many: string};

/** Everything a command may reach besides its input. */
export type Context = Client & {
  readonly host: Host;
  readonly globals: Globals;
  /** The account that requests go to, found when first needed. */
  account(): Promise<Account>;
  /** A client for another account than the current one. */
  connect(account: Account): Client;
  /** The current account's client, cut by this signal instead of by the first Ctrl-C. */
  until(signal: AbortSignal): Client;
  readonly ask: Ask;
  /** Asks before something that cannot be undone; refuses where nobody can answer and `--yes` is not given. */
  confirm(consequence: Consequence): Promise<void>;
  /** A sentence on stderr that `--quiet` silences. */
  notice(sentence: string): void;
  /** A sentence on stderr that is always shown. */
  warn(sentence: string): void;
  readonly progress: Progress;
};

export type Consequence = {
  /** What will happen, without the question mark: `Delete contact type 12 "Leads" and its 40 contacts`. */
  readonly what: string;
  /** How many records it removes, for `--max-delete`. */
  readonly deletes?: number;
  readonly maxDelete?: number | undefined;
};

/** Shows how far a long piece of work is: a bar on a terminal, a line now and then elsewhere. */
export type Progress = {
  show(step: {readonly label: string; readonly done?: number; readonly total?: number}): void;
  /** Takes the bar away. */
  clear(): void;
};

/** A command and what it takes. `run` is a method, so that a `Command` without its input's type holds any of them. */
export type Command<I = never> = {
  readonly summary: string;
  /** More than the summary, printed by `--help`. */
  readonly details?: string | undefined;
  readonly takes: Params;
  /** Parameters given by position rather than as options, in order. */
  readonly args: readonly string[];
  readonly examples: readonly [string, string, ...string[]];
  /**
  The operations it may call: for its reference page, and to prove that every operation is reachable. A command that calls
  those of many resources names them when asked, so that its help does not load them all.
  */
  readonly calls: Calls;
  /** The formats it can print in, where not all make sense. */
  readonly formats?: readonly Format[];
  /** Commands below this one: `contacts import resume`. */
  readonly nested?: {readonly [name: string]: Command};
  run(context: Context, input: I): Promise<Result>;
};

export type Calls = readonly Operation[] | (() => Promise<readonly Operation[]>);

/** Declares a command by hand. The input of `run` follows from `takes`. */
export const command = <const P extends Params>(spec: {
  readonly summary: string;
  readonly details?: string;
  readonly takes: P;
  readonly args?: ReadonlyArray<keyof P & string>;
  readonly examples: readonly [string, string, ...string[]];
  readonly calls: Calls;
  readonly formats?: readonly Format[];
  readonly nested?: {readonly [name: string]: Command};
  readonly run: (context: Context, input: InputOf<P>) => Promise<Result>;
}): Command<InputOf<P>> => ({args: [], ...spec});

/** A place in the tree: its commands, and the places below it. */
export type Group = {
  readonly commands: {readonly [name: string]: Command};
  readonly nested?: {readonly [name: string]: Group & {readonly summary: string}};
};

export type Resource = Group &
  Source & {
    readonly noun: Noun;
    readonly record: Shape;
    readonly operations: {readonly [name: string]: Operation};
    readonly nested?: {readonly [name: string]: Resource & {readonly summary: string}};
  };

/** Declares a resource, checking that its key and label are fields of its record. */
export const resource = <const S extends Shape>(
  spec: Flat<Omit<Resource, 'record' | 'key' | 'label'>> & {
    readonly record: S;
    readonly key: keyof S & string;
    readonly label: keyof S & string;
  },
): Resource => spec;

/** What a dry run prints instead of sending. */
export type Planned = Pick<ApiRequest, 'method' | 'path' | 'encoding'> & {
  readonly fields: Readonly<Record<string, unknown>>;
};
