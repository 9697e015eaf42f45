/** A value of a line as text, and nothing where none was typed. */
export const textOrNothing = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
