import {setTimeout} from 'node:timers/promises';
import {type Choice, type Found, fitScore, fitting, type Search} from './choice.js';

/** How many choices are kept in memory; a longer list is read again for each search. */
export const MOST_KEPT = 10_000;

/** How many matches of a long list are kept. */
const MOST_FOUND = 50;

/** How long to wait for the next letter before reading a long list. */
const PAUSE = 250;

/** Makes a stream of records searchable, without keeping all of a long list in memory. */
export function searchStream<T>(read: () => AsyncIterable<readonly Choice<T>[]>): Search<T> {
  // Started once: it is the same list whatever is typed meanwhile.
  let reading: Promise<readonly Choice<T>[] | 'long'> | undefined;
  return async (typed, signal) => {
    reading ??= beginning(read);
    const list = await reading;
    if (list !== 'long') return {choices: fitting(list, typed), more: 0, whole: list};
    if (typed.trim() === '') return {choices: [], more: 0, typeFirst: true};
    await setTimeout(PAUSE);
    return best(read, typed, signal);
  };
}

/** The whole list if it is short. */
async function beginning<T>(read: () => AsyncIterable<readonly Choice<T>[]>): Promise<readonly Choice<T>[] | 'long'> {
  const kept: Choice<T>[] = [];
  for await (const batch of read()) {
    if (kept.length + batch.length > MOST_KEPT) return 'long';
    kept.push(...batch);
  }
  return kept.sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
}

/** The best matches. The others are only counted. */
async function best<T>(
  read: () => AsyncIterable<readonly Choice<T>[]>,
  typed: string,
  signal: AbortSignal,
): Promise<Found<T>> {
  const fits = fitScore(typed);
  const ranks: Choice<T>[][] = [[], [], []];
  let matches = 0;
  if (signal.aborted) return {choices: [], more: 0};
  for await (const batch of read()) {
    if (signal.aborted) break;
    for (const choice of batch) {
      const rank = fits(choice);
      if (rank === undefined) continue;
      matches++;
      const alike = ranks[rank] ?? [];
      if (alike.length < MOST_FOUND) alike.push(choice);
    }
  }
  const choices = ranks.flat().slice(0, MOST_FOUND);
  return {choices, more: matches - choices.length};
}
