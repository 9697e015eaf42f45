/** A typed value as text; undefined if it was not typed. */
export const textOrNothing = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
