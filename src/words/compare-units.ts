/** The order of texts by their characters' numbers, which no machine's language changes. */
export const compareUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
