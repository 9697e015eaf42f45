import {firstTen} from './sentence.js';

/** The candidate that a mistyped word most likely meant, for "did you mean"; `undefined` when none is near. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.toLowerCase();
  let best: string | undefined;
  // Addresses share their domains: only the part before the @ says whether two addresses are alike.
  const [telling = ''] = word.split('@');
  let bestDistance = Math.max(1, Math.floor(telling.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const apart = distance(typed, candidate.toLowerCase());
    if (apart < bestDistance) [best, bestDistance] = [candidate, apart];
  }
  return best;
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to get from one word to the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({length: to.length + 1}, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[to.length] ?? 0;
}

export function didYouMean(word: string, names: readonly string[], otherwise: string): string {
  const guess = closest(word, names);
  return guess === undefined ? `${otherwise} ${firstTen(names)}.` : `Did you mean “${guess}”?`;
}
