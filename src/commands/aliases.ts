/** The name a word stands for: itself, the singular of a resource, or one of the usual other words for a verb. */
export function nameOf(word: string, names: readonly string[]): string | undefined {
  const others = Object.hasOwn(aliases, word) ? (aliases[word] ?? []) : [];
  return [word, `${word}s`, ...others].find(name => names.includes(name));
}

/** Other words for the verbs, in the order they are tried. */
export const aliases: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  get: ['show'],
  add: ['create'],
  create: ['add'],
  rm: ['delete'],
};
