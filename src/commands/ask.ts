import type {Choice} from '../prompts/choice.js';
import type {ListOptions} from '../prompts/list-question.js';
import type {MatchOptions, Targets} from '../prompts/match.js';
import type {TextOptions} from '../prompts/text-question.js';

/** The answer of a person who goes back to the previous question. */
export const BACK: unique symbol = Symbol('back');

export type Back = typeof BACK;

/** The values that a person typed for a command's parameters, still unread. */
export type TypedValues = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Questions to a person. Each throws a `UsageError` if nobody can answer. Esc means no to a yes, and leaves any other. */
export type Ask = {
  readonly possible: boolean;
  /** Enter alone means the default, which is no unless given. */
  confirm(question: string, standard?: boolean): Promise<boolean>;
  /** The default is on the line for editing. */
  text(question: string, standard?: string): Promise<string>;
  /** Everything that is typed or pasted until Ctrl-D, below a sentence that says so. */
  pasted(sentence: string): Promise<string>;
  pick<T>(question: string, choices: ReadonlyArray<Choice<T>>): Promise<T>;
  /** Says something that stays true if the person goes back, and so must not leave the screen. */
  lasting(say: () => void): Promise<void>;
  readonly guided: Guided;
};

/** A series of questions: Esc goes back to the previous one. Lists where nothing is chosen do so too. */
type Guided = {
  text(question: string, how: TextOptions & Place): Promise<string | Back>;
  secret(question: string, how: Place): Promise<string | Back>;
  path(question: string, how: TextOptions & Place): Promise<string | Back>;
  pick<T>(question: string, how: ListOptions<T> & Place): Promise<T | Back>;
  several<T>(
    question: string,
    how: ListOptions<T> & Place & {readonly mayBeEmpty?: boolean},
  ): Promise<readonly T[] | Back>;
  /** The field that each column of a file fills. */
  match(question: string, how: MatchOptions & Place): Promise<Targets | Back>;
  /** A yes; Enter alone means no. Keys typed before the question was on the screen do not count. */
  confirm(question: string, how: Place): Promise<boolean | Back>;
};

/** Whether there is a question before this one. */
type Place = {readonly canGoBack: boolean};
