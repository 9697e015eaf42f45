/**
Takes secrets out of texts, in every form that a service or emk itself may have written them in. To be done before a text
is cut: half a key is still worth hiding, and can no longer be told from other words.
*/
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

/**
Tells by plain search whether a text may hold one of the forms: preparing the patterns takes longer than most commands run,
and most texts have none of the marks of another spelling.
*/
function toGlance(forms: readonly string[]): (text: string) => boolean {
  const ends = forms.map(form => bare(form.slice(-END)));
  // Letters beyond these have more than one small or large form.
  if (!forms.every(form => /^[\x20-\x7e]+$/.test(form))) return () => true;
  return text => {
    if (SPELLED_OTHERWISE.test(text)) return true;
    const seen = bare(text);
    return ends.some(end => seen.includes(end));
  };
}

/** Small letters without what may stand between two characters of a key, or before one. */
const bare = (text: string): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}\\]+/gu, '')
    .toUpperCase()
    .toLowerCase();

/** Where a character is encoded, or something that a page does not show may stand between two. */
const SPELLED_OTHERWISE = /%[\da-f]{2}|&#?\w|<|u(?:00|20|feff)/i;

function thoroughly(forms: readonly string[]): (text: string) => string {
  // The longest first: a form may be part of another.
  const longestFirst = forms.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(toPattern).join('|'), 'iuy');
  // The whole pattern takes far longer to prepare than the ends alone, for which a text is asked first.
  const ends = new RegExp(longestFirst.map(form => toPattern(form.slice(-END))).join('|'), 'iu');
  // It also takes long at each character, so it is tried only where a key may begin.
  const beginnings = new RegExp(longestFirst.map(form => toPattern(form.slice(0, END))).join('|'), 'giu');
  return text => (ends.test(text) ? masked(text, pattern, beginnings) : text);
}

/** Puts "…" wherever the pattern is found at one of the beginnings. */
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
    // Another key may begin within what only looked like the beginning of one.
    beginnings.lastIndex = isKey ? from : found.index + characterAt(text, found.index).length;
  }
  return kept + text.slice(from);
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

/** In characters: enough to be rare in other words, and few enough for a short pattern. */
const END = 5;

/** Whether a secret is masked at all: nobody's real key is that short, and masking it would hide words. */
export const isHidden = (secret: string): boolean => secret.length >= SHORTEST;

const SHORTEST = 6;

const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('base64'), bytes.toString('base64url')];
};

/** Each character in any spelling, with anything between two of them that is not seen on a page. */
const toPattern = (secret: string): string => [...secret].map(spellings).join(BETWEEN);

/** Escaped in JSON that may itself stand inside JSON, percent-encoded, as an entity of HTML, or as it is. */
function spellings(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16).padStart(2, '0');
  const plain = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  // Entities come first: one of "&" begins as "&" in an address does.
  const others = [
    `${AMPERSAND}${HASH}0*${code}${SEMICOLON}?`,
    `${AMPERSAND}${HASH}x0*${hex}${SEMICOLON}?`,
    ...(NAMED[character] ?? []).map(entity),
    `%(?:25)*${hex}`,
    `u00${hex}`,
  ];
  return `(?:\\\\|%(?:25)*5c){0,8}(?:${[...others, plain].join('|')})`;
}

/** The marks of an entity of HTML, which may itself stand in an address. */
const [AMPERSAND, HASH, SEMICOLON] = ['(?:&|%(?:25)*26)', '(?:#|%(?:25)*23)', '(?:;|%(?:25)*3b)'];
const entity = (name: string): string => `${AMPERSAND}${name}${SEMICOLON}`;

const NAMED: Readonly<Record<string, readonly string[]>> = {
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
