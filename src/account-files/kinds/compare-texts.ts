/** The order of names in files: by their characters' numbers, which no machine's language changes. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
