import type {Choice} from '../prompts/choice.js';
import type {ListOptions} from '../prompts/list-question.js';
import type {MatchOptions, Targets} from '../prompts/match.js';
import type {TextOptions} from '../prompts/text-question.js';
import type {LookKey} from '../prompts/yes-or-look.js';

/** The answer of a person who wants to go back to the question before. */
export const BACK: unique symbol = Symbol('back');

export type Back = typeof BACK;

/** The values a person typed for a command's parameters, not read yet. */
export type TypedValues = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Questions to a person. Each throws a `UsageError` where nobody can answer. */
export type Ask = {
  /** Whether somebody is there to answer. */
  readonly possible: boolean;
  /** Enter alone means the standard, no unless something else is said; always no where there is a key to look first. */
  confirm(question: string, standard?: boolean, look?: LookFirst): Promise<boolean>;
  /** The standard stands on the line, to be changed, or is what Enter alone means on an empty line. */
  text(question: string, standard?: string, taken?: 'on the line' | 'by Enter'): Promise<string>;
  secret(question: string): Promise<string>;
  pick<T>(question: string, choices: ReadonlyArray<Choice<T>>): Promise<T>;
  readonly guided: Guided;
};

/** A key with which a person looks at something before the answer. */
export type LookFirst = LookKey & {run(): Promise<void>};

/**
Questions that are in a row: from each of them Esc leads back to the one before, and so do lists where nothing is
chosen.
*/
type Guided = {
  text(question: string, how: TextOptions & Place): Promise<string | Back>;
  /** The path of a file that is there. */
  path(question: string, how: TextOptions & Place): Promise<string | Back>;
  pick<T>(question: string, how: ListOptions<T> & Place): Promise<T | Back>;
  several<T>(
    question: string,
    how: ListOptions<T> & Place & {readonly mayBeEmpty?: boolean},
  ): Promise<readonly T[] | Back>;
  /** Which field each column of a file fills. */
  match(question: string, how: MatchOptions & Place): Promise<Targets | Back>;
  /** A yes; Enter alone means no. Nobody has typed it before the question was on the screen. */
  confirm(question: string, how: Place): Promise<boolean | Back>;
};

/** Whether there is a question before this one. */
type Place = {readonly canGoBack: boolean};
