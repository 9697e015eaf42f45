import {clean} from '../../output/text/sanitise.js';
import {displayWidth, pad, truncate} from '../../output/text/width.js';
import {folded} from '../../words/sentence.js';

/** Something to choose: its name, a note about it, and its value. */
export type Choice<T> = {
  readonly name: string;
  readonly note?: string | undefined;
  /** Tells it from others of the same name and note, and is shown only then. */
  readonly code?: string | undefined;
  /** Words that find it and are not shown. */
  readonly also?: string | undefined;
  readonly value: T;
};

/** The choices for a typed text, likeliest first; a sentence if it is none, and why. */
export type Search<T> = (typed: string) => readonly Choice<T>[] | string;

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

/** The choices as rows of a list, with names and notes in two columns. */
export function rows<T>(choices: readonly Choice<T>[], width: number) {
  const seen = new Map<string, number>();
  const looks = choices.map(({name, note}) => `${name}\u0000${note}`);
  for (const look of looks) seen.set(look, (seen.get(look) ?? 0) + 1);
  const named = choices.map(({name, note, code, value}, at) => {
    const isShared = (seen.get(looks[at] ?? '') ?? 0) > 1;
    return {short: clean(name), note: clean([isShared ? code : '', note].filter(Boolean).join(' · ')), value};
  });
  const longest = Math.max(0, ...named.map(({short, note}) => (note === '' ? 0 : displayWidth(short))));
  // Names come first, but leave notes a third of the width.
  const column = Math.min(longest, Math.floor((width * 2) / 3));
  return named.map(({short, note, value}) => {
    const text = note === '' ? short : `${pad(truncate(short, column), column, false)}  ${note}`;
    return {name: truncate(text, width), short, value};
  });
}
