import {WentBack} from '../core/errors.js';
import {folded} from '../core/words/sentence.js';

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
  readonly problem?: ((text: string) => string | undefined | Promise<string | undefined>) | undefined;
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

export type Choice<T> = {
  readonly name: string;
  readonly note?: string | undefined;
  /** Tells it from others of the same name and note, and is shown only then. */
  readonly code?: string | undefined;
  /** Words that find it and are not shown. */
  readonly also?: string | undefined;
  readonly value: T;
};

/** The choices for a typed text, likeliest first. */
export type Search<T> = (typed: string) => readonly Choice<T>[];

/** The choices that contain every typed word; those that begin with the text come first. */
export function fitting<T>(choices: readonly Choice<T>[], typed: string): readonly Choice<T>[] {
  const text = folded(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  const rankOf = (name: string): number => (name === text ? 0 : name.startsWith(text) ? 1 : 2);
  return choices
    .filter(({name, note = '', code = '', also = ''}) => {
      const all = folded(`${name} ${note} ${code} ${also}`);
      return words.every(word => all.includes(word));
    })
    .map(choice => ({choice, rank: rankOf(folded(choice.name))}))
    .sort((one, other) => one.rank - other.rank)
    .map(({choice}) => choice);
}
