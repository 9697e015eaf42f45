import {folded} from '../words/letters.js';

/** Something to choose: what it is called, what tells it from others of that name, and what choosing it gives. */
export type Choice<T> = {readonly name: string; readonly note?: string | undefined; readonly value: T};

/** The part of a list that fits a typed text. */
export type Found<T> = {
  readonly choices: readonly Choice<T>[];
  /** How many fit besides. */
  readonly more: number;
  /** The list is too long to be shown before something is typed. */
  readonly typeFirst?: boolean;
  /** Why nothing fits, where that can be said. */
  readonly says?: string | undefined;
};

/** Looks for what fits a typed text. */
export type Search<T> = (typed: string, signal: AbortSignal) => Promise<Found<T>>;

/** The choices that hold every word that was typed; those that begin with it stand first. */
export function fitting<T>(choices: readonly Choice<T>[], typed: string): readonly Choice<T>[] {
  const fits = fitScore(typed);
  const ranked = choices.map(choice => ({choice, rank: fits(choice)})).filter(({rank}) => rank !== undefined);
  return ranked.sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0)).map(({choice}) => choice);
}

/** How well a choice fits: the less the better, and nothing where it does not. */
export function fitScore(typed: string): (choice: Choice<unknown>) => number | undefined {
  const text = folded(typed.trim());
  const words = text.split(/\s+/).filter(Boolean);
  return ({name, note = ''}) => {
    const [own, all] = [folded(name), folded(`${name} ${note}`)];
    if (!words.every(word => all.includes(word))) return undefined;
    return own === text ? 0 : own.startsWith(text) ? 1 : 2;
  };
}

/** Upper and lower case are alike, and so is a letter with its accent. */
