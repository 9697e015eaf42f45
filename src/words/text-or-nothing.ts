/** A value that is a text, and nothing where it is anything else. */
export const onlyText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A typed value as text; undefined if it was not typed. */
export const textOrNothing = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
