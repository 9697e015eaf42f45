import {addressProblem, isAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNameLike} from './split-cells.js';

/** People from a mail program, a spreadsheet or a web page, and the parts that are not addresses. */
export type Pasted = {
  readonly people: readonly PastedPerson[];
  readonly wrong: ReadonlyArray<{readonly text: string; readonly problem: string}>;
};

/** The full name as written; empty if there is none. */
type PastedPerson = {readonly email: string; readonly name: string};

/** Reads people from pasted text: addresses, `Ada Lovelace <ada@example.com>` and `mailto:` links. */
export function readPasted(text: string): Pasted {
  const whole = trim(text);
  if (isAddress(whole)) return {people: [{email: whole, name: ''}], wrong: []};
  const people: PastedPerson[] = [];
  const wrong: Array<{text: string; problem: string}> = [];
  for (const {address, name = ''} of groupsIn(text).flatMap(withNamesBeside).flatMap(partsOf)) {
    const problem = addressProblem(address);
    if (problem !== undefined) wrong.push({text: address, problem});
    else people.push({email: address, name});
  }
  return {people, wrong};
}

/** Splits at semicolons, line ends and `>` into groups, and groups at commas, but never within quotes or brackets. */
function groupsIn(text: string): string[][] {
  const groups: string[][] = [['']];
  /** The sign that closes the quotes or the bracket that are open. */
  let until = '';
  for (const sign of text) {
    const group = groups.at(-1) as string[];
    const soFar = group.at(-1) as string;
    const isOpen = until !== '' && !LINE_ENDS.includes(sign);
    if (!isOpen && GROUP_ENDS.includes(sign)) groups.push(['']);
    else if (!isOpen && COMMAS.includes(sign)) group.push('');
    else if (!isOpen && beginsAnother(sign, soFar)) group.push(sign);
    else group[group.length - 1] = soFar + sign;
    until = isOpen ? stillOpen(until, sign, soFar) : closingOf(sign, group.at(-1) === sign ? '' : soFar);
  }
  return groups.map(group => group.map(trim).filter(part => part !== '')).filter(group => group.length > 0);
}

const LINE_ENDS = '\n\r';
const GROUP_ENDS = `;；${LINE_ENDS}`;
const COMMAS = ',，、';

/** What follows a closed bracket is the next person, and so is a quoted name behind addresses: a line end may be lost. */
const beginsAnother = (sign: string, soFar: string): boolean =>
  (sign !== '>' && trim(sign) !== '' && /<[^<>]*>\s*$/.test(soFar)) ||
  (sign === '"' && /^\s*(?:[^\s@]+@\S+\s+)+$/.test(soFar));

const stillOpen = (until: string, sign: string, soFar: string): string =>
  sign === until && !soFar.endsWith('\\') ? '' : until;

function closingOf(sign: string, soFar: string): string {
  if (sign === '<') return '>';
  return sign === '"' && trim(soFar) === '' ? '"' : '';
}

/**
 * Joins a name that was split at its comma, `Lovelace, Ada <…>`, and names in separate cells beside the only address.
 */
function withNamesBeside(group: readonly string[]): string[] {
  const names = group.filter(part => !part.includes('@') && isNameLike(part));
  const others = group.filter(part => !names.includes(part));
  const [only = ''] = others;
  if (names.length > 0 && others.length === 1 && isAddress(only)) return [`${names.join(' ')} <${only}>`];
  return group.flatMap((part, at) => {
    const [before, next] = [group[at - 1], group[at + 1]];
    if (next !== undefined && names.includes(part) && hasBracket.test(next)) return [];
    return before !== undefined && names.includes(before) && hasBracket.test(part) ? [`${before}, ${part}`] : [part];
  });
}

const hasBracket = /^[^@<>]*\S\s*<[^<>]*>$/;

type Part = {readonly address: string; readonly name?: string};

/** The addresses of one entry: nearly always one, but blanks may separate several. */
function partsOf(entry: string): readonly Part[] {
  const text = entry.replace(/^(?:to|cc|bcc|from):\s*/i, '').replace(/^"([^"<>\s]*)"$/, '$1');
  const [, before = '', within] =
    /^([^<>]*)<\s*([^<>]*?)\s*>$/.exec(text) ?? /^(.*)\[(mailto:[^[\]]*)\]$/i.exec(text) ?? [];
  if (within !== undefined) {
    const words = before
      .split(/\s+/)
      .filter(word => word !== '')
      .map(fromLink);
    const first = words.findIndex(word => !isAddress(word));
    const address = fromLink(within) || entry;
    const name = first < 0 ? '' : unquoted(words.slice(first).join(' '));
    const more = words.slice(0, first < 0 ? words.length : first);
    return [
      ...more.filter(word => foldAddress(word) !== foldAddress(address)).map(word => ({address: word})),
      {address, name},
    ];
  }
  const [, addressed, comment] = /^(\S+@\S+)\s+\((.+)\)$/.exec(text) ?? [];
  if (addressed !== undefined) return [{address: fromLink(addressed), name: comment ?? ''}];
  const cells = text.split('\t').map(trim);
  const [address, ...others] = cells.filter(cell => cell.includes('@'));
  if (address !== undefined && others.length === 0 && cells.length > 1)
    return [{address, name: cells.filter(cell => cell !== address && cell !== '').join(' ')}];
  const words = text.split(/\s+/);
  return words.every(word => word.includes('@')) ? words.map(word => ({address: fromLink(word)})) : [{address: text}];
}

/** The address of a link: `mailto:ada@example.com?subject=Hello`. */
function fromLink(text: string): string {
  const [, address] = /^mailto:([^?]*)/i.exec(text) ?? [];
  if (address === undefined) return text;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const unquoted = (name: string): string => trim(name.replace(/^(["'“])(.*)["'”]$/s, '$2').replace(/\\(["\\])/g, '$1'));
