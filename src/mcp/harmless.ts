import {maskAddresses} from '../output/messages/error-text.js';
import {cleanLines} from '../output/text/sanitise.js';

/** Makes the texts of an answer harmless: no invisible or control characters, and on request no readable addresses. */
export function harmless(value: unknown, {masksAddresses}: {readonly masksAddresses: boolean}): unknown {
  return withTexts(value, text => (masksAddresses ? maskAddresses(cleanLines(text)) : cleanLines(text)));
}

/** A value with each of its texts changed; names of fields stay. */
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(each => withTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}
