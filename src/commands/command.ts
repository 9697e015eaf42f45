import type {Client} from '../api/client/client.js';
import {recordNames} from '../api/describe/route.js';
import type {InputOf, Loose, Operation, Params} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import type {Ask, TypedValues} from '../change/ask.js';
import type {Budget} from '../change/effect/budget.js';
import type {Ended} from '../change/work/ending.js';
import type {Host} from '../core/system/host.js';
import type {Progress} from '../output/live/progress.js';
import type {Facts} from '../output/results/documents.js';
import type {Reader} from '../output/results/format.js';
import type {Gives, Result} from '../output/results/result.js';
import type {Zones} from '../records/dates/clock.js';
import type {Agree} from './agree.js';
import type {Globals} from './globals.js';
import type {Keeping} from './keeping/keeping.js';

/** Everything that a command may use besides its input. */
export type Context = Client & {
  readonly host: Host;
  readonly globals: Globals;
  /** Who reads the output. Only the writers know the format. */
  readonly reader: Reader;
  /** The terminal's columns for the output; undefined if it does not go to a terminal, or has its own layout. */
  readonly screenWidth: number | undefined;
  /** The account for requests, found when first needed. */
  account(): Promise<Account>;
  connect(account: Account): Client;
  /** The account's client, stopped by this signal. `says` receives what goes to stderr otherwise. */
  until(signal: AbortSignal, says?: (sentence: string) => void): Client;
  readonly ask: Ask;
  /** Gets the permit for a change: asks if its effect needs a yes, and throws if nobody can answer without `--yes`. */
  readonly agree: Agree;
  /** Refuses or asks for the profile's name if the profile is guarded, before long work. `agree` does this too. */
  mayChange(): Promise<void>;
  /** The zones for reading and showing moments. The account's zone is known if its profile names it. */
  zones(): Zones;
  /** Looks and creates while no other run does so for any of these things. `work` follows "is working on". */
  takeTurns<T>(things: ReadonlyArray<readonly string[]>, work: string, act: () => Promise<T>): Promise<T>;
  /** Opens a private file for records that are about to be deleted; undefined if the settings turn copies off. */
  keepDeleted(): Promise<Keeping | undefined>;
  /** A sentence on stderr that `--quiet` hides. */
  notice(sentence: string, facts?: Facts): void;
  /** A sentence on stderr that is always shown. */
  warn(sentence: string, level?: 'warning' | 'error'): void;
  readonly progress: Progress;
  readonly called: NamedValue;
  /** Runs another line of emk in this process; undefined inside another program. */
  readonly runLine?: RunLine;
  /** The typed line, so that hints can repeat it with one more option. */
  readonly line?: string;
  /** Adds a person's answers within the command to the line that needs no questions, and what must be done first to repeat it. */
  answered(values: TypedValues, first?: readonly string[]): void;
};

/** Runs one line of words as emk would, with the streams of this host and an agent's budget, and gives its exit code. */
export type RunLine = (words: readonly string[], host: Host, budget?: Budget) => Promise<number>;

/** How sentences name a value: by what the person called the record, `"Welcome"`, or by its id. */
export type NamedValue = (parameter: string, value: unknown) => string;

/** A command and its parameters. `run` is a method, so that any command fits the type `Command`, whatever its input. */
export type Command<I = never> = {
  readonly summary: string;
  readonly details?: string | undefined;
  readonly takes: Params;
  /** The parameters given by position instead of options, in order. */
  readonly args: readonly string[];
  readonly examples: readonly [string, string, ...string[]];
  /** The operations that it may call, for its reference page; a function if loading them would slow its help. */
  readonly calls: readonly Operation[] | (() => Promise<readonly Operation[]>);
  readonly gives: Gives;
  /** What it writes to the file that its parameter `file` names, as `--out` does: CSV of its own, or a page of its result. */
  readonly writes?: 'csv' | 'page';
  /** Whether it reports problems of the configuration: then emk neither refuses it nor makes it private. */
  readonly diagnoses?: true;
  /** Whether its word alone prints its help, instead of saying what it lacks. */
  readonly helpsAlone?: true;
  readonly nested?: {readonly [name: string]: Command};
  /** Values that follow from the rest of the line, the configuration or the account, in this order: nobody needs to type them. */
  readonly derives?: {readonly [parameter: string]: Derive};
  readonly asks?: Asking;
  /** Throws if the values so far cannot work, such as a missing file, so that nobody answers questions in vain. */
  checkFirst?(context: Context, input: Partial<I>): Promise<void>;
  run(context: Context, input: I): Promise<Result>;
};

/** How to ask a person for what a line lacks. */
export type Asking = {
  /** The natural order of questions, including optional ones. Other required parameters come after them. */
  readonly order?: readonly string[];
  /** Parameters that are asked for although each alone is optional. */
  readonly needs?: ReadonlyArray<string | Either>;
  /** A parameter that replaces everything else that is required, such as a file. */
  readonly instead?: string;
  /** Which of the listed records can be meant: only a live automation can be paused. */
  readonly only?: {readonly [parameter: string]: OnlySome};
  /** Questions that only the command can ask, because an answer fills several parameters or needs a check first. */
  readonly own?: {readonly [parameter: string]: OwnQuestion};
};

/** A part of a list, and the sentence for a list that has none of them. */
export type OnlySome = {fits(record: Loose): boolean; readonly none: string};

/** Asks, and returns what the answer adds to the line so far. */
export type OwnQuestion = (context: Context, given: TypedValues, earlier: TypedValues) => Promise<TypedValues>;

/** The value of a parameter, as it would be typed, if there is no choice. */
export type Derive = (context: Context, so: TypedValues) => Promise<TypedValues[string]>;

/** Parameters of which one is needed, each with its label, or one question for all of them. */
export type Either = {
  readonly question: string;
  readonly either: {readonly [parameter: string]: string};
  /** Other parameters with which none of these is needed. */
  readonly unless?: readonly string[];
  /** Whether a script without any of them is refused with everything else that it lacks. */
  readonly isRequired?: true;
  readonly own?: OwnQuestion;
};

/** The operations that a command may call; for some, this loads the code that calls them. */
export const callsOf = async ({calls}: Pick<Command, 'calls'>): Promise<readonly Operation[]> =>
  typeof calls === 'function' ? calls() : calls;

export const mayChange = async (command: Pick<Command, 'calls'>): Promise<boolean> =>
  (await callsOf(command)).some(({effect}) => effect !== 'reads');

/** Declares a command. The input of `run` follows from `takes`, and so do the names of its other parameters. */
export const command = <const P extends Params>(spec: Spec<P, Result>): Command<InputOf<P>> => ({args: [], ...spec});

/** Declares a command that changes something in the account: it does not compile without the sum of its work. */
export const changing = <const P extends Params>(spec: Spec<P, Ended>): Changing<InputOf<P>> => ({args: [], ...spec});

export type Changing<I = never> = Omit<Command<I>, 'run'> & {run(context: Context, input: I): Promise<Ended>};

type Spec<P extends Params, R extends Result> = Omit<Command<InputOf<P>>, 'takes' | 'args' | 'run'> & {
  readonly takes: P;
  readonly args?: ReadonlyArray<keyof P & string>;
  run(context: Context, input: InputOf<P>): Promise<R>;
};

export type Group = {
  /** What a group inside a group is for; a branch has its own. */
  readonly summary?: string;
  readonly commands: {readonly [name: string]: Command};
  readonly nested?: {readonly [name: string]: Group & {readonly summary: string}};
  /** The command that the group alone means; where there is none it is `list`, and without that the group's help. */
  readonly bare?: string;
};

export const isCommand = (branch: Group | Command): branch is Command => 'run' in branch;

/** The texts of a command's help, and how a person is asked for what a line lacks. */
export type About = Pick<Command, 'summary' | 'details' | 'examples' | 'derives' | 'asks'>;

/** The parameters of a command that passes its input to one operation: the route's record is given by position. */
export const parametersOf = (operation: Operation): {takes: Params; args: string[]; calls: [Operation]} => ({
  takes: operation.params,
  args: [...recordNames(operation)],
  calls: [operation],
});
