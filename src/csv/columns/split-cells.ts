import {folded} from '../../core/words/sentence.js';
import {wordSet} from '../../core/words/values.js';

/** The fields that a whole name fills. */
export const nameFields: readonly string[] = ['first_name', 'last_name'];

/**
 * Splits a full name. The last word is the last name, with the small words before it, `Ludwig van Beethoven`; a comma
 * reverses the order, `Lovelace, Ada`, and so do Chinese and Korean characters: `山田 太郎`. A single word is a first name,
 * and so is the whole name of a company among people: `Acme GmbH`.
 */
export function splitName(text: string) {
  const named = (first_name: string, last_name: string) => ({first_name, last_name});
  if (isCompany.test(text)) return named(text.trim().replace(/\s+/g, ' '), '');
  const [before = '', after = '', ...more] = text.split(/[,，]/).map(part => part.trim().replace(/\s+/g, ' '));
  if (after !== '' && more.length === 0 && !isSuffix(after)) return named(after, before);
  const suffix = [after, ...more].filter(part => part !== '').map(part => `, ${part}`);
  const words = before.split(' ');
  if (words.length === 1) return named(before + suffix.join(''), '');
  const [family = '', ...given] = words;
  if (words.every(isFamilyFirst)) return named(given.join(' '), family);
  const small = words.findIndex((word, index) => index > 0 && index < words.length - 1 && smallWords.has(word));
  const cut = small > 0 ? small : words.length - 1 - Number(words.length > 2 && isSuffix(words.at(-1) ?? ''));
  return named(words.slice(0, cut).join(' '), words.slice(cut).join(' ') + suffix.join(''));
}

/**
 * Whether the values of a column called “name” are people's names, so that splitting helps: shops and companies have
 * names of two words too.
 */
export function arePeople(values: readonly string[]): boolean {
  const verdicts = values.map(value => judge(value.trim().replace(/\s+/g, ' ')));
  const people = verdicts.filter(verdict => verdict === 'person').length;
  return people > 0 && people >= MOSTLY * verdicts.filter(verdict => verdict !== undefined).length;
}

/** Whether each word looks like part of a name: a capital first, or a script without capitals. */
export const isNameLike = (text: string): boolean =>
  text.split(/\s+/).every(word => isNameWord(word) || smallWords.has(word) || isSuffix(word));

/** What a value suggests; a single word may be a nickname or a company, and suggests nothing. */
function judge(value: string): 'person' | 'other' | undefined {
  const words = value.split(/[\s,，]+/).filter(word => word !== '');
  if (words.length === 0) return undefined;
  const isOther = /[\d@&/|()+#:"!?]/.test(value) || words.some(word => companyWords.has(foldWord(word)));
  if (words.length === 1 && !isOther) return undefined;
  return isOther || words.length > 6 || !isNameLike(words.join(' ')) ? 'other' : 'person';
}

/** Whether a word looks like a name: a capital and letters, `O'Brien`, `J.`; in other scripts only letters. */
const isNameWord = (word: string): boolean =>
  /^(?:[dlo]['’])?\p{Lu}[\p{L}\p{M}]*\.?(?:[-'’.]\p{L}[\p{L}\p{M}]*\.?)*$/u.test(word) ||
  /^[\p{Lo}\p{M}ー・]+$/u.test(word);

const foldWord = (word: string): string => folded(word).replace(/[^\p{L}\p{N}]/gu, '');

const isCompany = /[\s,](?:gmbh|mbh|ohg|gbr|inc|llc|llp|ltd|limited|plc|corp|corporation|sarl|srl|b\.?v)\.?\s*$/i;

/** Chinese and Korean names, in which the family name comes first. */
const isFamilyFirst = (word: string): boolean => /^(?:[\p{Script=Han}々]+|\p{Script=Hangul}+)$/u.test(word);

const isSuffix = (word: string): boolean => /^(?:jr|sr|ii|iii|iv|phd|md|esq|ph\.d|m\.d)\.?$/i.test(word);

const smallWords = wordSet(
  "von vom van de den der del della dello di da das do dos du la le lo los las ter ten te zu zum zur af av al el bin ibn y e 't ’t",
);

/** Words in the names of companies, shops, clubs, places and offices, in the languages of known headers. */
const companyWords = wordSet(
  'gmbh mbh ag kg ohg gbr ug ev inc llc llp ltd limited pvt private plc corp corporation co company companies sa sas sarl srl spa sl bv nv oy ab as aps kk pty pte lp ' +
    'group gruppe holding holdings bank hotel hotels restaurant cafe coffee bar pizzeria bakery baeckerei backerei boulangerie school schule ecole escuela university universitat college institute institut academy akademie church kirche foundation stiftung association verein verband club team shop shops store stores boutique studio studios service services solutions systems technology technologies tech software digital consulting consultants consultoria media design designs agency agentur agence agencia marketing trading traders trade enterprise enterprises industries industry international global center centre zentrum clinic klinik hospital pharmacy apotheke salon spa gym fitness yoga ' +
    'silks silk textiles textile jewellers jewellery jewelry jewelers fashion fashions foods food farms farm motors autos auto garage travel travels tours builders construction properties realty estates furniture electronics electricals hardware mart supermarket market markets books press publishing verlag news magazine radio productions entertainment events photography law partners associates advisors logistics transport cargo shipping energy solar power steel pharma medical dental care health labs lab laboratories ventures capital investments insurance versicherung network networks online office buro bureau department abteilung support info sales admin accounts billing newsletter customer customers test demo the our and und et ministry city council stadt gemeinde museum theater theatre gallery galerie library',
);

const MOSTLY = 0.8;

/** Splits an address joined by two spaces, as Mailchimp exports them. Any other text is the first line. */
export function splitAddress(text: string) {
  const none = {address_line2: '', city: '', state_province_region: '', postal_code: '', country: ''};
  const whole = {address_line1: text, ...none};
  const parts = text.split(/\s{2,}/).filter(part => part !== '');
  if (parts.length < 3) return whole;
  const country = hasDigit(parts.at(-1)) ? '' : (parts.pop() ?? '');
  const zip = hasDigit(parts.at(-1)) && parts.length > 1 ? (parts.pop() ?? '') : '';
  const [line1 = '', ...rest] = parts;
  // Either the state or the second line may be missing, and only the words tell which.
  const line2 = rest.length > 2 || (rest.length === 2 && isSecondLine(rest[0])) ? (rest.shift() ?? '') : '';
  const [city = '', state = '', ...more] = rest;
  if (zip === '' || city === '' || more.length > 0) return whole;
  return {address_line1: line1, address_line2: line2, city, state_province_region: state, postal_code: zip, country};
}

export function areJoined(values: readonly string[]): boolean {
  const filled = values.filter(value => value !== '');
  const joined = filled.filter(value => splitAddress(value).city !== '');
  return joined.length > 0 && joined.length >= filled.length / 2;
}

const hasDigit = (part = ''): boolean => /\d/.test(part);

const isSecondLine = (part = ''): boolean =>
  hasDigit(part) ||
  /^(?:apt|apartment|suite|unit|flat|floor|room|building|c\/o|p\.? ?o\.?|box|postfach|etage)\b/i.test(part);
