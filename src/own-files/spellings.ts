import {domainToASCII, domainToUnicode} from 'node:url';
import {literally} from '../words/sentence.js';

/** Whether a text has an address in any spelling, and not as a part of a longer one. */
export type Naming = {
  in(text: string): boolean;
  /** As `in`, for a part of a longer text: what is too close to its edges to be judged is left to the next part. */
  inPart(text: string, edges: {readonly first: boolean; readonly last: boolean}): boolean;
};

/** Finds an address as emk and other programs write it: in HTML, JSON, links and CSV, with any accents and domain. */
export function namingOf(address: string): Naming {
  const spelled = new RegExp(formsOf(address.trim()).map(inAnySpelling).join('|'), 'giu');
  const inPart: Naming['inPart'] = (text, {first, last}) => {
    for (const {0: found, index} of text.matchAll(spelled)) {
      const end = index + found.length;
      if ((!first && index < CONTEXT) || (!last && end > text.length - CONTEXT)) continue;
      if (!beginsHere.test(text.slice(Math.max(0, index - CONTEXT), index))) continue;
      if (!domainContinues.test(text.slice(end, end + CONTEXT))) return true;
    }
    return false;
  };
  return {in: text => inPart(text, {first: true, last: true}), inPart};
}

/** How many characters around an address say whether it is a part of a longer one. */
const CONTEXT = 16;

/** The text before an address ends outside of a word: after a sign, an escaped character, or at a quote that opens. */
const beginsHere =
  /(?:^|%(?!2[67bde]|5f)[0-7][\da-f]|\\[bfnrt]|\\u00(?!2[67bde]|5f)[0-7][\da-f]|(?<![\p{L}\p{N}](?:['&]|&(?:amp|apos|#0*3[89]|#x0*2[67]);|%2[67]|\\u002[67])*)(?<![\p{L}\p{M}\p{N}_.+-]))$/iu;

/** The text after an address belongs to its domain. */
const domainContinues = /^(?:[\p{L}\p{M}\p{N}_]|-+[\p{L}\p{N}]|\.[\p{L}\p{N}])/u;

/** An address with each form of its domain, and with composed and separate accents. */
function formsOf(address: string): readonly string[] {
  const domain = address.lastIndexOf('@') + 1;
  const [before, after] = [address.slice(0, domain), address.slice(domain)];
  const forms = [after, domainToASCII(after), domainToUnicode(after)].filter(form => form !== '');
  return [...new Set(forms.flatMap(form => ['NFC', 'NFD'].map(accents => (before + form).normalize(accents))))];
}

const inAnySpelling = (address: string): string => [...address].map(spelled).join('');

/** A character as a pattern of all its spellings. Nothing writes letters and digits of ASCII in another way. */
function spelled(character: string): string {
  if (/^[a-z\d]$/i.test(character)) return character;
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  return `(?:${[...cases].flatMap(spellingsOf).join('|')}${/^[\0-\x7f]$/.test(character) ? '' : '|\ufffd{1,4}'})`;
}

function spellingsOf(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({length: character.length}, (_, at) =>
    character.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  const bytes = [...Buffer.from(character)].map(byte => byte.toString(16).padStart(2, '0'));
  const entities = [`#0*${code}`, `#x0*${code.toString(16)}`, names[character] ?? `#${code}`];
  const raw = `\\\\*${literally(character)}`;
  return [
    `"'`.includes(character) ? `(?:${raw}){1,2}` : raw,
    `(?:&|\\\\+u0026|%26)(?:amp;)*(?:${entities.join('|')});`,
    `\\\\+${units.map(unit => `u${unit}`).join('\\\\+')}`,
    bytes.map(byte => `%(?:25)*${byte}`).join(''),
  ];
}

/** The names of HTML for signs that it needs, and for those that others hide from readers of addresses. */
const names: Readonly<Record<string, string>> = {
  ...{'&': 'amp', "'": 'apos', '"': 'quot', '<': 'lt', '>': 'gt'},
  ...{'@': 'commat', '.': 'period', '+': 'plus'},
};
