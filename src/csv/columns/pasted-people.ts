import {addressProblem, isAddress} from '../../records/fields/email-address.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {isNameLike} from './split-cells.js';

/** People from a mail program, a spreadsheet or a web page, and the parts that are not addresses. */
export type Pasted = {
  readonly people: readonly PastedPerson[];
  readonly wrong: ReadonlyArray<{readonly text: string; readonly problem: string}>;
};

type PastedPerson = {readonly email: string; readonly name: string};

/** Reads people from pasted text: addresses, `Ada Lovelace <ada@example.com>` and `mailto:` links. */
export function readPasted(text: string): Pasted {
  const whole = trim(text);
  if (isAddress(whole)) return {people: [{email: whole, name: ''}], wrong: []};
  const people: PastedPerson[] = [];
  const wrong: Array<{text: string; problem: string}> = [];
  for (const {email, name} of groupsIn(text).flatMap(peopleOf)) {
    const problem = addressProblem(email);
    if (problem !== undefined) wrong.push({text: email, problem});
    else people.push({email, name});
  }
  return {people, wrong};
}

/** A part of a list: a name, addresses, or a name with the address in brackets behind it. */
type PastedEntry = {readonly text: string; readonly inBrackets: string | undefined};

/** Words, an address in brackets, and what separates them from the next, unless it stands in quotes or brackets. */
const entries =
  /((?:"(?:\\.|[^"\\\r\n])*"|<(?![^<>\r\n]*>)|[^<;；\r\n,，、\t])*)(?:<([^<>\r\n]*)>)?([;；\r\n,，、\t]?)/g;

/** Splits at semicolons and line ends into groups, and these into entries at commas, tabs and behind brackets. */
function groupsIn(text: string): PastedEntry[][] {
  const groups: PastedEntry[][] = [[]];
  for (const [, words = '', inBrackets, separator = ''] of text.matchAll(entries)) {
    if (trim(words) !== '' || inBrackets)
      groups.at(-1)?.push({text: words, inBrackets: inBrackets && trim(inBrackets)});
    if (/[;；\r\n]/.test(separator)) groups.push([]);
  }
  return groups;
}

/** The people of one group: nearly always one. A name may have been split at its comma, or stand in cells of its own. */
function peopleOf(group: readonly PastedEntry[]): readonly PastedPerson[] {
  const isName = ({text, inBrackets}: PastedEntry): boolean =>
    inBrackets === undefined && !text.includes('@') && isNameLike(trim(text));
  const names = group.filter(isName).map(({text}) => trim(text));
  const [only, ...more] = group.filter(entry => !isName(entry));
  if (names.length > 0 && only && more.length === 0 && isAddress(trim(only.text)) && only.inBrackets === undefined)
    return [{email: trim(only.text), name: names.join(' ')}];
  return group.flatMap((entry, at) => {
    const [before, next] = [group[at - 1], group[at + 1]];
    if (isName(entry) && next?.inBrackets !== undefined && trim(next.text) !== '') return [];
    const family = before && isName(before) && trim(entry.text) !== '' ? `${trim(before.text)}, ` : '';
    return entry.inBrackets === undefined
      ? addressesIn(trim(entry.text))
      : namedPeople(entry, entry.inBrackets, family);
  });
}

/** The person whose address stands in brackets, and addresses in front of the name. */
function namedPeople({text}: PastedEntry, inBrackets: string, family: string): readonly PastedPerson[] {
  const words = trim(text)
    .split(/\s+/)
    .filter(word => word !== '')
    .map(fromLink);
  const email = fromLink(inBrackets) || `${trim(text)} <${inBrackets}>`;
  const first = words.findIndex(word => !isAddress(word));
  const others = words.slice(0, first < 0 ? words.length : first);
  const name = first < 0 ? '' : family + unquoted(words.slice(first).join(' '));
  return [
    ...others.filter(word => foldAddress(word) !== foldAddress(email)).map(word => ({email: word, name: ''})),
    {email, name},
  ];
}

/** The addresses of an entry without brackets: nearly always one, but blanks may separate several. */
function addressesIn(entry: string): readonly PastedPerson[] {
  const text = entry.replace(/^"([^"<>\s]*)"$/, '$1');
  const words = text.split(/\s+/);
  const emails = words.every(word => word.includes('@')) ? words.map(fromLink) : [text];
  return emails.map(email => ({email, name: ''}));
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
