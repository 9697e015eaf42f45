/** Orders texts by their character codes, so the order is the same on every machine. */
export const compareUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
