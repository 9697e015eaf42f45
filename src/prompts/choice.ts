import {folded} from '../words/sentence.js';

/** Something to choose: its name, a note about it, and its value. */
export type Choice<T> = {
  readonly name: string;
  readonly note?: string | undefined;
  /** Tells it from others of the same name and note, and is shown only then. */
  readonly code?: string | undefined;
  /** Words that find it and are not shown. */
  readonly also?: string | undefined;
  /** Its place in a list that is not in the order of its source: a lower number comes first. */
  readonly place?: number | undefined;
  readonly value: T;
};

/** The part of a list that matches a typed text. */
export type Found<T> = {
  readonly choices: readonly Choice<T>[];
  readonly more: number;
  /** The list is too long to show before something is typed. */
  readonly typeFirst?: boolean;
  /** Why nothing matches, if that can be said. */
  readonly says?: string | undefined;
  /** The whole list where it is short: it answers every other search at once. */
  readonly whole?: readonly Choice<T>[];
};

export type Search<T> = (typed: string, signal: AbortSignal) => Promise<Found<T>>;

/** The note of each choice, with the code of those that nothing else tells apart. */
export function notesOf(choices: readonly Choice<unknown>[]): (choice: Choice<unknown>) => string {
  const seen = new Set<string>();
  const shared = new Set<string>();
  const look = ({name, note}: Choice<unknown>) => `${name}\u0000${note}`;
  for (const choice of choices) (seen.has(look(choice)) ? shared : seen).add(look(choice));
  return choice => [shared.has(look(choice)) ? choice.code : undefined, choice.note].filter(Boolean).join(' · ');
}

/** The choices that contain every typed word; those that begin with the text come first. */
export function fitting<T>(choices: readonly Choice<T>[], typed: string): readonly Choice<T>[] {
  const fits = fitScore(typed);
  const ranked = choices.map(choice => ({choice, rank: fits(choice)})).filter(({rank}) => rank !== undefined);
  return ranked.sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0)).map(({choice}) => choice);
}

/** How well a choice matches: lower is better, undefined means not at all. */
export function fitScore(typed: string): (choice: Choice<unknown>) => number | undefined {
  const text = folded(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  return ({name, note = '', code = '', also = ''}) => {
    const [own, all] = [folded(name), folded(`${name} ${note} ${code} ${also}`)];
    if (!words.every(word => all.includes(word))) return undefined;
    return own === text ? 0 : own.startsWith(text) ? 1 : 2;
  };
}
