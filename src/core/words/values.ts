/** Whether a value is an object: neither a list nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const onlyText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const textOrNothing = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a table has for a text from outside. Every object also inherits names, such as `constructor`, that are in no table. */
export const lookUp = <T>(table: {readonly [name: string]: T}, text: string): T | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined;

/** Whether a text is a whole code, the id that the service gives records besides numbers. */
export const isCode = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Whether a URL's host is this machine, which needs no proxy and no network. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Orders texts by their character codes, so the order is the same on every machine. */
export const compareUnits = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Whether a text is the name of a file with an email: HTML or Markdown. */
export const isLetterFile = (text: string): boolean => /^[^\n<>{}]+\.(?:html?|xhtml|md|markdown)$/i.test(text);
