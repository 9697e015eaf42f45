/** Words of the service's interface: right in JSON and in a line for a script, and riddles in what a person reads. */
import {loadCollections} from '../../src/endpoints/all.js';

const collections = await loadCollections();

/** The names of fields that nobody would say aloud. One without an underscore is a word. */
const fieldNames: ReadonlySet<string> = new Set(
  collections
    .flatMap(({record, operations}) => [
      ...Object.keys(record),
      ...Object.values(operations).flatMap(({params}) => Object.keys(params)),
    ])
    .filter(name => name.includes('_')),
);

/** A record by its id: `contact 24`, `#24`, `24:` before a reason. */
const byId = new RegExp(
  `\\b(?:${collections.map(({noun}) => noun.one).join('|')}) (\\d+)\\b|#(\\d+)\\b|\\((\\d+)\\)|\\bid (\\d+)|^(?:2> )?\\s*(\\d+): `,
  'g',
);

/**
 * What of the service's words stands in a text that a person sees, unless the person has typed it. Tags of a letter,
 * lines that are there to be typed, and codes in the columns that hold them are what they should be.
 */
export function apiWordsIn(seen: string, typed: string): readonly string[] {
  const own = new Set([...(typed.match(/\w+/g) ?? []), ...(typed.match(/\d+/g) ?? [])]);
  return seen.split('\n').flatMap(line => {
    const sentence = line
      .replace(/.*may mean several.*/, '')
      .replace(/\(\([^)…]*(?:\)\)|…)/g, '')
      .replace(/\([0-9a-f]{8}-[0-9a-f-]{27}\)/g, '')
      .replace(/\bemk [a-z][\s\S]*$/, '')
      .replace(/--[a-z-]+[ =]('[^']*'|\S+)/g, '')
      .replace(/^[0-9a-f]{8}-[0-9a-f-]{27}(?= {2}|$)|(?<= {2}|│ )[0-9a-f]{8}-[0-9a-f-]{27}(?= *│?\r*$)/g, '');
    const found = [
      ...(sentence.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []).filter(word => fieldNames.has(word)),
      ...(sentence.match(/\b(?:utrs?|initiate|(?:\d+|scheduled) sends?)\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g) ?? []),
      ...[...sentence.matchAll(byId)].flatMap(([, ...ids]) => ids.filter(id => id !== undefined)),
    ];
    return found.filter(word => !own.has(word)).map(word => `${word} in: ${line.trim()}`);
  });
}
