import {WentBack} from '../../errors.js';
import type {Choice, Search} from './choices.js';

/** The values that a person typed for a command's parameters, still unread. */
export type TypedValues = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** Questions to a person. Each throws a `UsageError` if nobody can answer, and `WentBack` at Esc. */
export type Ask = {
  readonly possible: boolean;
  /** Enter alone means the default, which is no unless given. Esc is a no, unless it leads back to an earlier question. */
  confirm(question: string, how?: {readonly standard?: boolean; readonly leadsBack?: boolean}): Promise<boolean>;
  text(question: string, how?: TextOptions): Promise<string>;
  /** A key or a password, which the screen does not show. */
  secret(question: string): Promise<string>;
  /** A file that is there, by the path that a person means. */
  path(question: string, how?: TextOptions): Promise<string>;
  /** Everything that is typed or pasted until Ctrl-D, below a sentence that says so. */
  pasted(sentence: string): Promise<string>;
  pick<T>(question: string, from: readonly Choice<T>[] | Search<T>, how?: PickOptions<T>): Promise<T>;
  several<T>(question: string, from: readonly Choice<T>[], how?: SeveralOptions<T>): Promise<readonly T[]>;
};

export type TextOptions = {
  /** What is wrong with a text. Enter does not accept it then. */
  readonly problem?: ((text: string) => string | undefined) | undefined;
  /** A text to begin with, which can be changed. */
  readonly initial?: string | undefined;
  /** A few words behind the question until it is answered. */
  readonly help?: string | undefined;
  readonly mayBeEmpty?: boolean | undefined;
};

export type PickOptions<T> = {
  /** The choice that the cursor begins at. */
  readonly isNow?: ((value: T) => boolean) | undefined;
  readonly help?: string | undefined;
};

export type SeveralOptions<T> = {
  readonly isTicked?: ((value: T) => boolean) | undefined;
  readonly mayBeEmpty?: boolean | undefined;
};

/** What some questions give, or what follows where a person goes back out of them by Esc. */
export async function orBack<T, B>(ask: () => Promise<T>, back: (error: WentBack) => B): Promise<T | B> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WentBack) return back(error);
    throw error;
  }
}
