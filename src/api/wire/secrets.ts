/** Masks secrets in every spelling. Mask before cutting a text: half a key is secret and not recognised. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter(isHidden).flatMap(formsOf))];
  if (forms.length === 0) return text => text;
  const mayShow = toGlance(forms);
  let thorough: ((text: string) => string) | undefined;
  return text => {
    if (!mayShow(text)) return text;
    thorough ??= thoroughly(forms);
    return thorough(text);
  };
}

/** Checks quickly whether a text may contain a secret, because preparing the patterns takes long. */
function toGlance(forms: readonly string[]): (text: string) => boolean {
  const ends = forms.map(form => bare(form.slice(-END)));
  // Characters beyond ASCII can have several capital or small forms.
  if (!forms.every(form => /^[\x20-\x7e]+$/.test(form))) return () => true;
  return text => {
    if (SPELLED_OTHERWISE.test(text)) return true;
    const seen = bare(text);
    return ends.some(end => seen.includes(end));
  };
}

/** Small letters without the characters that may stand between two characters of a key. */
const bare = (text: string): string =>
  text
    .replace(/^[\x20-\x7e]*$/.test(text) ? /[ \\]+/g : /[\s\p{Cc}\p{Cf}\\]+/gu, '')
    .toUpperCase()
    .toLowerCase();

/** An encoded character, or something invisible on a page that may stand between two characters. */
const SPELLED_OTHERWISE = /%[\da-f]{2}|&#?\w|<|u(?:00|20|feff)/i;

function thoroughly(forms: readonly string[]): (text: string) => string {
  // The longest first, because one form may be part of another.
  const longestFirst = forms.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(toPattern).join('|'), 'iuy');
  // The whole pattern takes much longer to prepare than the ends, so a text is tested for the ends first.
  const ends = new RegExp(longestFirst.map(form => toPattern(form.slice(-END))).join('|'), 'iu');
  // The whole pattern is also slow at each character, so it is tried only where a key may begin.
  const beginnings = new RegExp(longestFirst.map(form => toPattern(form.slice(0, END))).join('|'), 'giu');
  return text => (ends.test(text) ? masked(text, pattern, beginnings) : text);
}

/** Puts "…" in place of the pattern at any of the beginnings. */
function masked(text: string, pattern: RegExp, beginnings: RegExp): string {
  let kept = '';
  let from = 0;
  beginnings.lastIndex = 0;
  for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
    pattern.lastIndex = found.index;
    const isKey = pattern.test(text);
    if (isKey) {
      kept += `${text.slice(from, found.index)}…`;
      from = pattern.lastIndex;
    }
    // Another key may begin inside what only looked like a beginning.
    beginnings.lastIndex = isKey ? from : found.index + characterAt(text, found.index).length;
  }
  return kept + text.slice(from);
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

/** In characters: long enough to be rare in other words, short enough for a small pattern. */
const END = 5;

/** Whether a secret is masked at all: no real key is shorter than this, and masking short ones would hide words. */
export const isHidden = (secret: string): boolean => secret.length >= SHORTEST;

const SHORTEST = 6;

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64'), bytes.toString('base64url')];
};

/** A pattern with each character in any spelling, and anything invisible between them. */
const toPattern = (secret: string): string => [...secret].map(spellings).join(BETWEEN);

/** All spellings of a character: escaped in JSON, even inside JSON, percent-encoded, as an HTML entity, or plain. */
function spellings(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(2, '0');
  const escaped = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  // Entities come first: "&" alone would match the beginning of one.
  const others = [
    `${AMPERSAND}${HASH}0*${code}${SEMICOLON}?`,
    `${AMPERSAND}${HASH}x0*${hex}${SEMICOLON}?`,
    ...(ENTITY_NAMES[character] ?? []).map(entity),
    `%(?:25)*${hex}`,
    `u00${hex}`,
  ];
  return `(?:\\\\|%(?:25)*5c){0,8}(?:${[...others, escaped].join('|')})`;
}

/** The signs of an HTML entity, which may be percent-encoded in a URL. */
const [AMPERSAND, HASH, SEMICOLON] = ['(?:&|%(?:25)*26)', '(?:#|%(?:25)*23)', '(?:;|%(?:25)*3b)'];
const entity = (name: string): string => `${AMPERSAND}${name}${SEMICOLON}`;

const ENTITY_NAMES: Readonly<Record<string, readonly string[]>> = {
  '&': ['amp'],
  '<': ['lt'],
  '>': ['gt'],
  '"': ['quot'],
  "'": ['apos'],
  '+': ['plus'],
  '/': ['sol'],
  '=': ['equals'],
  _: ['lowbar'],
};

const BETWEEN = '(?:[\\s\\p{Cc}\\p{Cf}]|&#?\\w{1,16};|<[^<>]{0,200}>|\\\\{1,8}u(?:00ad|200[b-f]|2060|feff)){0,16}';
