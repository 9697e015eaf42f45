import {lookUp} from '../words/look-up.js';

/** The ways in which other tools write their tags. What also occurs in plain text counts only with a name that they use. */
const forms: readonly {readonly pattern: RegExp; readonly needsName?: 'by any name' | 'by a long name'}[] = [
  {pattern: /\$\{[^{}\r\n]{1,120}\}/g},
  {pattern: /\{%[^%{}]{1,200}%\}/g},
  {pattern: /\{\{\{?[^{}]{1,200}\}\}\}?/g},
  {pattern: /\*\|[^|*<>\r\n]{1,80}\|\*/g},
  {pattern: /(?:<|&lt;)%[^%\r\n]{1,120}%(?:>|&gt;)/g},
  {pattern: /\[\[[^[\]\r\n]{0,60}\p{L}[^[\]\r\n]{0,60}\]\]/gu},
  {pattern: /%%[A-Za-z][\w .:-]{0,60}%%/g},
  {pattern: /(?<![\w%])%(?![0-9A-F]{2})[A-Za-z][\w.-]{1,40}%(?![\w%])/g},
  {pattern: /\{[A-Za-z][\w.:=]{1,40}(?:\s?[,|][^{}\r\n]{0,60})?\}/g, needsName: 'by any name'},
  {
    // Before a round bracket these are the words of a link in Markdown.
    pattern: /\[[A-Za-z][\w.:-]{1,40}(?:\s?[,|][^[\]\r\n]{0,60})?\](?!\()/g,
    needsName: 'by any name',
  },
  {pattern: /(?<![\w-])-[A-Za-z]\w{1,40}-(?![\w-])/g, needsName: 'by a long name'},
];

/** A tag of another tool in a text, and the number of its form. */
type ForeignTag = {readonly written: string; readonly from: number; readonly form: number};

/** The tags of other tools in a text, in its order; each place belongs to the first form that fits. */
export function foreignTagsIn(text: string): readonly ForeignTag[] {
  const found: ForeignTag[] = [];
  let left = text;
  forms.forEach(({pattern, needsName}, form) => {
    for (const {0: written, index} of left.matchAll(pattern)) {
      if (!needsName || isName(written, needsName)) found.push({written, from: index, form});
    }
    left = withBlanks(
      left,
      found.filter(tag => tag.form === form),
    );
  });
  return found.sort((one, other) => one.from - other.from);
}

/** The text with blanks in place of what was found in it. */
export const withBlanks = (
  text: string,
  found: ReadonlyArray<{readonly written: string; readonly from: number}>,
): string => {
  let at = 0;
  const parts = found.map(({written, from}) => {
    const before = text.slice(at, from);
    at = from + written.length;
    return before + ' '.repeat(written.length);
  });
  return [...parts, text.slice(at)].join('');
};

/** The tag of the account that was meant by what stands between brackets of any kind; undefined if none is certain. */
export function meaningOf(written: string, tags: readonly string[]): string | undefined {
  const own = new Map(tags.map(tag => [keyOf(tag), tag]));
  for (const name of namesIn(written)) {
    const tag = own.get(name) ?? lookUp(meanings, name);
    if (tag !== undefined && tags.includes(tag)) return tag;
  }
  return undefined;
}

const isName = (written: string, needsName: string): boolean =>
  namesIn(written).some(name => lookUp(meanings, name) !== undefined) &&
  (needsName === 'by any name' || /_|^-[A-Z]+-$/.test(written));

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
