/** The value if it is a text; undefined for anything else. */
export const onlyText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A typed value as text; undefined if it was not typed. */
export const textOrNothing = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));
