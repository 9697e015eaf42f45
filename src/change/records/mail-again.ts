import {people, withMore} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import type {SomePeople} from '../../output/results/documents.js';
import {clean} from '../../output/text/sanitise.js';
import {foldAddress} from '../../records/fields/fold-address.js';

/** Several people, each once and in order. Of the unnamed ones only the number is known. */
export function toSomePeople(addresses: Iterable<string>, unnamed = 0): SomePeople {
  const each = new Map([...addresses].map(address => [foldAddress(address), address]));
  const inOrder = [...each].sort(([one], [other]) => compareUnits(one, other));
  return {count: each.size + unnamed, first: inOrder.slice(0, MOST).map(([, address]) => address)};
}

/** How many names a person reads at a question. */
const MOST = 5;

/** What follows when unsubscribes are deleted, without its end: `2 people will get mail again: ann@…, bob@…`. */
export function mailAgainInWords({count, first}: SomePeople): string {
  const sentence = `${people(count)} will get mail again`;
  return first.length === 0 ? sentence : `${sentence}: ${withMore(first.map(clean), count)}`;
}
