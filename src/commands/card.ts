import {clean} from '../output/text/sanitise.js';
import {pad, wrap} from '../output/text/width.js';

/** What a person sees before a question: one fact per line, each with its label. */
export type Card = {
  /** The consequence again, with the names and numbers read from the account. */
  readonly what: string;
  /** A shorter form for the question, if the lines say the rest. */
  readonly question?: string | undefined;
  readonly lines: readonly CardLine[];
};

export type CardLine = readonly [about: string, fact: string];

/** A card as text for a terminal. Facts are cleaned, because a record's name must not control the terminal. */
export function cardText(lines: readonly CardLine[], columns: number): string {
  const left = Math.max(0, ...lines.map(([about]) => about.length));
  const room = Math.max(narrowest, columns - left - margins);
  return lines
    .flatMap(([about, fact]) =>
      wrap(clean(fact), room).map((part, at) => `  ${pad(at === 0 ? about : '', left, false)}  ${part}\n`),
    )
    .join('');
}

const margins = 4;
const narrowest = 20;
