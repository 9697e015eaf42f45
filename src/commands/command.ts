import {routeNames} from '../api/describe/route.js';
import type {InputOf, Loose, Operation, Params} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import type {Context} from '../change/context.js';
import type {Ended} from '../change/work/ending.js';
import type {Gives, Result} from '../output/results/result.js';

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
export type Derive = (context: Context, given: TypedValues) => Promise<TypedValues[string]>;

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
  args: [...routeNames(operation)],
  calls: [operation],
});
