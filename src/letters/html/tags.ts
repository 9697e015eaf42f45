import type {Loose} from '../../api/describe/schema.js';
import {closest} from '../../core/words/closest.js';
import {lookUp} from '../../core/words/values.js';
import {reservedFields} from '../../endpoints/fields.js';
import type {Finding, TextPlace} from '../../records/fields/finding.js';
import {customValues, readerOfTexts} from '../../records/fields/path.js';
import {found as finding} from './found.js';
import {excerpt} from './text.js';

/** A tag as the service knows it: it has no blanks and no default. */
const wholeTag = /\(\((\w+)\)\)/g;

/** The names of the tags of a text, whether the account knows them or not. */
export const tagsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(wholeTag)].map(([, name = '']) => name));

/** The text with its tags filled; tags without a value stay. `write` escapes a value for the kind of text. */
export const fillTags = (
  text: string,
  valueFor: (tag: string) => string | undefined,
  write: (value: string) => string = value => value,
): string =>
  text.replaceAll(wholeTag, (whole, name: string) => {
    const value = valueFor(name);
    return value === undefined ? whole : write(value);
  });

/** What the tags of a person's fields are filled with. A record may hold the country only by its number. */
export function tagValuesOf(person: Loose, country: string): Readonly<Record<string, string>> {
  const textAt = readerOfTexts(person);
  return {
    ...Object.fromEntries(customValues(person['custom_field']).map(([name, value]) => [name, String(value ?? '')])),
    ...Object.fromEntries(reservedFields.map(name => [name, textAt(name)])),
    full_name: `${textAt('first_name')} ${textAt('last_name')}`.trim(),
    country,
  };
}

/** Finds what the service would mail unfilled. */
export function lintTags(text: string, tags: readonly string[]): readonly Finding[] {
  const placeAt = placesIn(text);
  return tagTroubles(text, tags).map(({check, written, from, meaning}) => {
    const hint = meaning === undefined ? 'Run: emk templates tags' : `Write ((${meaning})).`;
    return finding(check, placeAt(from), excerpt(written), hint);
  });
}

/** Corrects the tags whose meaning is certain, where `read` shows them, and counts the places; undefined if there are none. */
export function repairTags(
  text: string,
  read: string,
  tags: readonly string[],
): {readonly text: string; readonly places: number} | undefined {
  const parts: string[] = [];
  let [at, places] = [0, 0];
  for (const {written, from, meaning} of tagTroubles(read, tags)) {
    if (meaning === undefined || from < at || text.slice(from, from + written.length) !== written) continue;
    // Markup inside a tag belongs around it, and only its author knows where.
    if (/[<>\r\n]/.test(written.slice(1, -1))) continue;
    parts.push(text.slice(at, from), `((${meaning}))`);
    at = from + written.length;
    places += 1;
  }
  return places === 0 ? undefined : {text: [...parts, text.slice(at)].join(''), places};
}

/** Converts offsets of a text into lines and columns; offsets must increase. */
export function placesIn(text: string): (offset: number) => TextPlace {
  const lineEnd = /\r\n|\r|\n/g;
  let line = 1;
  let start = 0;
  let next = lineEnd.exec(text);
  return offset => {
    while (next && next.index + next[0].length <= offset) {
      line++;
      start = lineEnd.lastIndex;
      next = lineEnd.exec(text);
    }
    return {line, column: offset - start + 1};
  };
}

/** The ways in which other tools write their tags. What also occurs in plain text counts only with a name that they use. */
const forms: readonly {readonly pattern: RegExp; readonly needsName?: true}[] = [
  {pattern: /\$\{[^{}\r\n]{1,120}\}/g},
  {pattern: /\{%[^%{}]{1,200}%\}/g},
  {pattern: /\{\{\{?[^{}]{1,200}\}\}\}?/g},
  {pattern: /\*\|[^|*<>\r\n]{1,80}\|\*/g},
  {pattern: /(?:<|&lt;)%[^%\r\n]{1,120}%(?:>|&gt;)/g},
  {pattern: /\[\[[^[\]\r\n]{0,60}\p{L}[^[\]\r\n]{0,60}\]\]/gu},
  {pattern: /%%[A-Za-z][\w .:-]{0,60}%%/g},
  {pattern: /(?<![\w%])%(?![0-9A-F]{2})[A-Za-z][\w.-]{1,40}%(?![\w%])/g},
  {pattern: /\{[A-Za-z][\w.:=]{1,40}(?:\s?[,|][^{}\r\n]{0,60})?\}/g, needsName: true},
  {
    // Before a round bracket these are the words of a link in Markdown.
    pattern: /\[[A-Za-z][\w.:-]{1,40}(?:\s?[,|][^[\]\r\n]{0,60})?\](?!\()/g,
    needsName: true,
  },
];

/** The tags of other tools in a text, in its order; each place belongs to the first form that fits. */
function foreignTagsIn(text: string): readonly FoundTag[] {
  const found: FoundTag[] = [];
  let left = text;
  for (const {pattern, needsName} of forms) {
    const inForm = matchesIn(left, pattern).filter(({written}) => !needsName || isName(written));
    found.push(...inForm);
    left = withBlanks(left, inForm);
  }
  return found.sort((one, other) => one.from - other.from);
}

const matchesIn = (text: string, pattern: RegExp): readonly FoundTag[] =>
  [...text.matchAll(pattern)].map(({0: written, index}) => ({written, from: index}));

/** The text with blanks in place of what was found in it. */
const withBlanks = (text: string, found: readonly FoundTag[]): string => {
  let at = 0;
  const parts = found.map(({written, from}) => {
    const before = text.slice(at, from);
    at = from + written.length;
    return before + ' '.repeat(written.length);
  });
  return [...parts, text.slice(at)].join('');
};

/** The tag of the account that was meant by what stands between brackets of any kind; undefined if none is certain. */
function meaningOf(written: string, tags: readonly string[]): string | undefined {
  const own = new Map(tags.map(tag => [keyOf(tag), tag]));
  for (const name of namesIn(written)) {
    const tag = own.get(name) ?? lookUp(meanings, name);
    if (tag !== undefined && tags.includes(tag)) return tag;
  }
  return undefined;
}

const isName = (written: string): boolean => namesIn(written).some(name => lookUp(meanings, name) !== undefined);

/** The names that a tag may mean, the longest first: `contact.first_name` is also `first_name`. */
function namesIn(written: string): readonly string[] {
  const words = written.replaceAll(/<\/?[a-z][^>]*>|&\w+;/gi, ' ');
  // What follows is a filter or a default.
  const [head = ''] = words.replace(/^[^\p{L}]+/u, '').split(/[|,?"']|\bdefault\b/);
  const parts = head
    .split(/[.:=>]/)
    .map(keyOf)
    .filter(Boolean);
  return parts.flatMap((_, index) => {
    const name = parts.slice(index).join('');
    return [name, name.replace(/^(?:customer|subscriber|contact|recipient|user|member|attendee)/, '')];
  });
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What other tools call the tags of the service, without case and signs. */
const meanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    // The service has no tag for this one.
    '': 'anrede',
    first_name: 'firstname fname vorname',
    last_name: 'lastname lname surname nachname',
    full_name: 'fullname name',
    email: 'email emailaddress',
    company_name: 'company firma',
    city: 'city',
    country: 'country',
    postal_code: 'zip postcode postalcode',
    address_line1: 'street',
    birth_date: 'birthday',
    sender_address: 'companyaddress',
    unsubscribe_preferences: 'unsub unsubscribe unsubscribelink',
  }).flatMap(([tag, names]) => names.split(' ').map(name => [name, tag])),
);

/** What stands somewhere in a text. */
type FoundTag = {readonly written: string; readonly from: number};

/** Something that readers would see in place of a value, and the tag that was meant, as far as emk can be sure. */
type TagTrouble = FoundTag & {
  readonly check: 'unknown-tag' | 'broken-tag' | 'foreign-tag';
  readonly meaning: string | undefined;
};

/** Everything in a text for readers that the service would not fill, in the order of the text. */
export function tagTroubles(text: string, tags: readonly string[]): readonly TagTrouble[] {
  const known = new Set(tags);
  const whole = matchesIn(text, wholeTag);
  const withoutWhole = withBlanks(text, whole);
  const others = doubleBrackets(withoutWhole);
  const left = withBlanks(withoutWhole, others);
  const broken = brokenTags(left, known);
  const as =
    (check: TagTrouble['check'], meaning: typeof meaningOf) =>
    (tag: FoundTag): TagTrouble => ({...tag, check, meaning: meaning(tag.written, tags)});
  return [
    ...[...whole.filter(({written}) => !known.has(written.slice(2, -2))), ...others].map(as('unknown-tag', likelyTag)),
    ...broken.map(as('broken-tag', likelyTag)),
    ...foreignTagsIn(withBlanks(left, broken)).map(as('foreign-tag', meaningOf)),
  ].sort((one, other) => one.from - other.from);
}

const likelyTag = (written: string, tags: readonly string[]): string | undefined => {
  const inner = written.replaceAll(/<[^>]*>|&\w+;|^\W+|\W+$/g, ' ').trim();
  const [name = ''] = inner.split(/[|,"']|\s+or\s/);
  return meaningOf(inner, tags) ?? closest(name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '_'), tags);
};

/** Everything else between `((` and `))`, where these brackets belong together. */
function doubleBrackets(text: string): readonly FoundTag[] {
  const found: FoundTag[] = [];
  for (const {index} of text.matchAll(/\(\((?!\()/g)) {
    const to = endOf(text, index + 2);
    if (to !== undefined) found.push({written: text.slice(index, to), from: index});
  }
  return found;
}

/** The end of the `))` that closes what begins here; undefined if other brackets close it. */
function endOf(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + LONGEST); at++) {
    if (text[at] === '(') depth++;
    if (text[at] !== ')') continue;
    if (depth === 0) return text[at + 1] === ')' ? at + 2 : undefined;
    depth--;
  }
  return undefined;
}

/** Known tags that lack a bracket, or have one of another kind. A single word may be in brackets within a sentence. */
function brokenTags(text: string, known: ReadonlySet<string>): readonly FoundTag[] {
  const starts = /(?<!\()\(\(\s*(\w+)\s*[)}\]>]{0,2}/g;
  const ends = /(?:\{\{|\[\[|[({[])\s*(\w+)\s*\)\)(?!\))/g;
  return [...text.matchAll(starts), ...text.matchAll(ends)]
    .filter(({0: {length}, 1: name = '', index}) => known.has(name) && !isInSentence(text, name, index, index + length))
    .map(({0: written, index}) => ({written: written.trimEnd(), from: index}))
    .sort((one, other) => one.from - other.from);
}

/** Whether the other bracket of a single word is on its line, outside of it: `Call us ((email) or write)`. */
const isInSentence = (text: string, name: string, from: number, end: number): boolean =>
  !name.includes('_') &&
  (/^[^()\r\n]*(?:\([^()\r\n]*\)[^()\r\n]*)*\)/.test(text.slice(end, end + LONGEST)) ||
    /\([^()\r\n]*$/.test(text.slice(Math.max(0, from - LONGEST), from)));

/** Longer than any tag with a default. */
const LONGEST = 200;
