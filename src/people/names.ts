import {withMore} from '../core/words/sentence.js';
import type {Reason} from './door.js';
import {MOST, wayIn} from './words.js';

/** Up to five people whom the door stopped, for each reason, so that a file of any size takes no more memory. */
export type Names = Record<Reason, string[]>;

export const noNames = (): Names => ({unsubscribed: [], left_a_group: []});

/** Adds a person to the names of a reason while there are fewer than five. Another decision names nobody. */
export function nameAlso(names: Names, decision: string, address: string): void {
  const some = Object.hasOwn(names, decision) ? names[decision as Reason] : undefined;
  if (some && some.length < MOST) some.push(address);
}

/** Who was stopped, a line for each reason: `  unsubscribed: ann@…, bob@… and 3 more`, and how they are added all the same. */
export const namesInLines = (names: Names, counts: Readonly<Record<Reason, number>>): string[] =>
  (Object.keys(heads) as Reason[]).flatMap(reason =>
    names[reason].length === 0
      ? []
      : [
          `  ${heads[reason]}: ${withMore(names[reason], counts[reason])}${reason === 'unsubscribed' ? `. ${wayIn(counts[reason])}` : ''}`,
        ],
  );

const heads: Readonly<Record<Reason, string>> = {
  unsubscribed: 'unsubscribed',
  left_a_group: 'unsubscribed from a group, whose mail they do not get',
};
