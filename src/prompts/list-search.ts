import {type Choice, type Found, fitting, type Search} from './choice.js';

/** Where the cursor is, and the result of the last search with its typed text. */
export type Searching<T> = {
  readonly at: number;
  readonly found?: {readonly typed: string; readonly what: Found<T>};
};

/** Whether the list is still read, or a search for what is typed runs. */
export const isLooking = <T>(
  {from}: {readonly from: readonly Choice<T>[] | Search<T>},
  typed: string,
  {found}: Searching<T>,
): boolean => typeof from === 'function' && found?.typed !== typed;

/** A list that is known whole is searched at once: Enter right behind a name, in one piece with it, chooses it. */
export function searched<T, S extends Searching<T>>(line: string, state: S & Searching<T>) {
  const {typed, what} = state.found ?? {};
  const found = what?.whole && typed !== line && {typed: line, what: {...what, choices: fitting(what.whole, line)}};
  return {kind: 'stay', line, state: {...state, ...(found && {found})}} as const;
}

/** Searches, and puts the cursor of a list that was not there yet on the choice that holds now. */
export async function lookFor<T>(
  {isNow}: {readonly isNow?: (value: T) => boolean},
  search: Search<T>,
  typed: string,
  signal: AbortSignal,
): Promise<<S extends Searching<T>>(state: S) => S> {
  const what = await search(typed, signal);
  const now = isNow ? what.choices.findIndex(({value}) => isNow(value)) : -1;
  return state => {
    const at = state.found || typed !== '' ? state.at : Math.max(state.at, now);
    return {...state, at, found: {typed, what}};
  };
}
