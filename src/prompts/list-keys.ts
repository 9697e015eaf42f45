/** Whether a key chooses or continues. */
export const isEnter = (name: string): boolean => name === 'return' || name === 'enter';

/** What a key leaves: the search, or where nothing is typed, the list. */
export function leftBy(name: string, line: string, leaves: string | undefined): 'search' | 'list' | undefined {
  if (line !== '' && line === leaves) return 'list';
  if (name !== 'escape') return undefined;
  return line === '' ? 'list' : 'search';
}

/** Where each key takes the cursor, in a list with this last place and pages of this size; any other key begins a new search. */
export const moves: {readonly [key: string]: (at: number, last: number, page: number) => number} = {
  up: (at, last) => (at === 0 ? last : at - 1),
  down: (at, last) => (at >= last ? 0 : at + 1),
  pageup: (at, _, page) => Math.max(0, at - page),
  pagedown: (at, last, page) => Math.min(last, at + page),
  tab: at => at,
  escape: at => at,
};

/** The key that leaves the search, or else the list. */
export const wayOut = (leaves: string | undefined, typed: string, canGoBack: boolean): readonly string[] => {
  if (typed !== '') return ['Esc to clear'];
  if (leaves) return [`${leaves} to leave`];
  return canGoBack ? ['Esc to go back'] : [];
};
