import {isObject} from '../../core/words/values.js';

/** Complaints by parameter, however the service nests their texts. */
export const toComplaints = (errors: unknown, withoutKeys: (text: string) => string): Record<string, string[]> =>
  isObject(errors)
    ? Object.fromEntries(
        Object.entries(errors).map(([name, texts]) => [
          withoutKeys(name),
          [texts].flat(2).map(text => withoutKeys(toText(text))),
        ]),
      )
    : {};

/** Complaints that name no parameter: a text, or a list of texts. Empty if there are none. */
export const toSentence = (errors: unknown): string =>
  typeof errors === 'string' || Array.isArray(errors) ? [errors].flat(2).map(toText).join(' ').trim() : '';

/** A value as text. JSON.parse reads any depth, but JSON.stringify overflows the stack on deep values. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '(a complaint too deeply nested to be shown)';
    throw error;
  }
}
