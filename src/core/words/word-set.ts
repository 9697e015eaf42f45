/** The words of a text as a set: long lists of words stay readable without a quote around each. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
