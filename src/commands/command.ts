import type {Client} from '../api/client/client.js';
import type {KeyMask} from '../api/client/key-mask.js';
import type {ApiRequest} from '../api/describe/request.js';
import type {InputOf, Loose, One, Operation, Params, Reference, Source} from '../api/describe/schema.js';
import type {Account} from '../api/wire/account.js';
import type {Progress} from '../output/live/progress.js';
import type {Format, Reader} from '../output/results/format.js';
import type {Result} from '../output/results/result.js';
import type {Zones} from '../records/dates/service-clock.js';
import type {Host} from '../system/host.js';
import type {Ask, Back, LookFirst, TypedValues} from './ask.js';
import type {Card} from './card.js';
import type {Globals} from './globals.js';
import type {Keeping} from './keeping/keeping.js';

/** Everything a command may use besides its input. */
export type Context = Client & {
  readonly host: Host;
  readonly globals: Globals;
  /** Who reads the output. Which format that is, only the writers know. */
  readonly reader: Reader;
  /** The columns of the terminal that the output is laid out for; undefined where it goes elsewhere or has a form of its own. */
  readonly screenWidth: number | undefined;
  /** The account that requests go to, found when first needed. */
  account(): Promise<Account>;
  /** A client for another account than the current one. */
  connect(account: Account): Client;
  /**
  The current account's client, stopped by this signal instead of by the first Ctrl-C. `says` takes what it would otherwise
  write to stderr, where something else is drawn on the terminal.
  */
  until(signal: AbortSignal, says?: (sentence: string) => void): Client;
  readonly ask: Ask;
  /** Asks before something that cannot be undone; throws where nobody can answer and `--yes` is not given. */
  confirm(consequence: Consequence): Promise<void>;
  /** Refuses, or asks for the profile's name, where the profile is guarded; every change does so by itself as well. */
  mayChange(): Promise<void>;
  /** The zones that a moment is read and said in. The account's is known where it comes from a profile that says so. */
  zones(): Zones;
  /**
  Looks and creates while no other run of this machine does so for the same thing in the account. `work` says what it is in
  words that follow "is working on".
  */
  inTurn<T>(thing: readonly string[], work: string, act: () => Promise<T>): Promise<T>;
  /** Opens a private file for records that are about to be deleted; undefined where the settings keep none. */
  keepDeleted(): Promise<Keeping | undefined>;
  /** A sentence on stderr that `--quiet` silences. */
  notice(sentence: string): void;
  /** A sentence on stderr that is always shown. */
  warn(sentence: string): void;
  readonly progress: Progress;
  readonly called: NamedValue;
  /** The line that was typed, so that advice can repeat it with one more option. */
  readonly line?: string;
  /** Adds what a person answered within the command to the line that would have needed no questions, in place of earlier such answers. */
  answered(values: TypedValues): void;
  /** Keeps keys out of files and pages that are made of the service's data; results are printed without them anyway. */
  readonly keyMask: KeyMask;
};

/**
A value of a parameter as sentences should name it: what the person called the record, `"Welcome"` or `Newsletter (type)`,
and the value itself where it was given by its id.
*/
export type NamedValue = (parameter: string, value: unknown) => string;

export type Consequence = {
  /** The consequence, without a question mark: `Delete contact type 12 "Leads" and its 40 contacts`. */
  readonly what: string;
  /** Reads from the account what a person should know before the answer. It is not read where `--yes` answers. */
  readonly card?: (() => Promise<Card>) | undefined;
  /** A key with which a person looks at it before the answer. */
  readonly look?: LookFirst | undefined;
  /** How many records it removes, for `--max-delete`. */
  readonly deletes?: number;
  readonly maxDelete?: number | undefined;
};

/** A command and its parameters. `run` is a method, so that any command fits the type `Command`, whatever its input is. */
export type Command<I = never> = {
  readonly summary: string;
  /** More than the summary, printed by `--help`. */
  readonly details?: string | undefined;
  readonly takes: Params;
  /** The parameters that are given by position and not as options, in order. */
  readonly args: readonly string[];
  readonly examples: readonly [string, string, ...string[]];
  /**
  The operations it may call, for its reference page and for the proof that every operation is reachable. A command that
  calls operations of many resources gives a function, so that its help does not load them all.
  */
  readonly calls: Calls;
  /** What it gives, where that is not records: which formats it can print follows from this. */
  readonly gives?: Gives;
  readonly makesFile?: MadeFile<string>;
  /** It tells itself what is wrong with the configuration, which is left as it is: neither refused nor closed to others. */
  readonly diagnoses?: true;
  /** Commands below this one: `contacts import resume`. */
  readonly nested?: {readonly [name: string]: Command};
  /** How a person is asked for what a line lacks, where its parameters do not say it all. */
  readonly asks?: Asking;
  run(context: Context, input: I): Promise<Result>;
};

/** Words for people that are data for programs, and that rows have no place for; or a conversation, which has no data. */
type Gives = 'document' | 'conversation';

/** A file of a form of its own. Where it is made, the formats say how emk tells of it. */
type MadeFile<Name extends string> = {
  /** The parameter that may name it as `--out` does. */
  readonly param: Name;
  /** What it holds, in words that follow "prints". */
  readonly holds: string;
  /** The format that this form is called by, where it has one: who asks for it gets what is made anyway. */
  readonly format?: Format;
};

export type Asking = {
  /** The order in which a person thinks of things, optional ones among them. What is required besides comes after. */
  readonly order?: readonly string[];
  /** Parameters that are asked for although each alone is optional. */
  readonly needs?: ReadonlyArray<string | Either>;
  /** A parameter that gives by itself all that is required otherwise, such as a file. */
  readonly instead?: string;
  /** The switch for a new record in place of one that is there: the command makes it itself, once that is confirmed. */
  readonly makes?: {readonly [parameter: string]: string};
  /** What is offered in the end and need not be given, where `calls` is too long to be looked through for it. */
  readonly offers?: readonly string[];
  /** Where a person picks a parameter that the command looks up by itself, since its record may not be there yet. */
  readonly picks?: {readonly [parameter: string]: Reference};
  /** The parameters that are needed once another is answered, by its value or id: a blank template needs content. */
  readonly follows?: {readonly [parameter: string]: (context: Context, id: unknown) => Promise<readonly string[]>};
  /** What is wrong with a text as it is typed, where only the command can tell: a moment takes a clock and a zone. */
  readonly checks?: {readonly [parameter: string]: (context: Context, text: string) => string | undefined};
  /** Questions that only the command can ask, since an answer fills several parameters or is looked at before the next. */
  readonly own?: {readonly [parameter: string]: OwnQuestion};
  /** What need not be asked, since it follows from the account or from an earlier answer. It is offered in the end instead. */
  readonly told?: {readonly [parameter: string]: ToldBy};
  /** Asked after the work is done: whether to make another, which keeps the value of one parameter. */
  readonly again?: {readonly question: string; readonly keeps: string};
  /** A command that changes a record: its fields are offered with their values. */
  readonly changes?: Changes;
};

/** Asks, and gives what the answer adds to the line so far. */
export type OwnQuestion = (context: Context, so: TypedValues, canGoBack: boolean) => Promise<TypedValues | Back>;

/**
The value that a person would have given; nothing where there is a choice. The sentence says so where the value can be changed
in the end.
*/
export type ToldBy = (
  context: Context,
  so: TypedValues,
) => Promise<{readonly value: string; readonly says?: string} | undefined>;

/** Parameters of which one is given, each with the words it is offered by, or a question for all of them. */
export type Either = {
  readonly question: string;
  readonly either: {readonly [parameter: string]: string};
  readonly own?: OwnQuestion;
};

export type Changes = {
  readonly read: Operation<Params, One>;
  /** The parameter that says which record. */
  readonly key: string;
  readonly of: Pick<Source, 'noun'>;
  /** Parameters that change it too, beside those that the service takes as they are. */
  readonly also?: readonly string[];
  /** A record in the form that writing takes. */
  readonly asWritten?: ((record: Loose) => Loose) | undefined;
};

type Calls = readonly Operation[] | (() => Promise<readonly Operation[]>);

/** Declares a command by hand. The input of `run` follows from `takes`. */
export const command = <const P extends Params>(spec: {
  readonly summary: string;
  readonly details?: string;
  readonly takes: P;
  readonly args?: ReadonlyArray<keyof P & string>;
  readonly examples: readonly [string, string, ...string[]];
  readonly calls: Calls;
  readonly gives?: Gives;
  readonly makesFile?: MadeFile<keyof P & string>;
  readonly diagnoses?: true;
  readonly nested?: {readonly [name: string]: Command};
  readonly asks?: Asking;
  readonly run: (context: Context, input: InputOf<P>) => Promise<Result>;
}): Command<InputOf<P>> => ({args: [], ...spec});

/** A group of commands, and the groups below it. */
export type Group = {
  readonly commands: {readonly [name: string]: Command};
  readonly nested?: {readonly [name: string]: Group & {readonly summary: string}};
};

/** A word that can follow `emk`: its summary, and how to load it when a line names it. */
type Branch = {readonly summary: string; readonly load: () => Promise<{readonly default: Group | Command}>};

export type Tree = {readonly [name: string]: Branch};

export const isCommand = (branch: Group | Command): branch is Command => 'run' in branch;

/** A request as a dry run prints it. */
export type Planned = Pick<ApiRequest, 'method' | 'path' | 'encoding'> & {
  readonly fields: Readonly<Record<string, unknown>>;
};
