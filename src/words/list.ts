/** A list as people say it: `a, b and c`. */
export const andList = (items: readonly string[]): string => joined(items, 'and');

/** A choice as people say it: `a, b or c`. */
export const orList = (items: readonly string[]): string => joined(items, 'or');

/** Names in quotes, separated by commas: `"a", "b"`. */
export const quoted = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');

const joined = (items: readonly string[], word: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
