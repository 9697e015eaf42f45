import {keyHint, noteDuplicates, type PlacedEntry} from '../../account-files/folder/check-shape.js';
import {type Mistake, type Note, notesIn, type Source} from '../../account-files/folder/mistakes.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {type Keys, type KindName, textsOf} from '../../account-files/kinds/shape.js';
import {addressProblem} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isReserved, reservedInWords} from '../marks/reserved-domains.js';
import {inventedCountries} from '../people/invented-countries.js';
import type {FilledSeed, Names} from './fill-in-seed.js';
import {contactKeys} from './seed-keys.js';

/** What a seed must not contain although an account may: real people, the account's own audiences, equal names. */
export function checkSeed({files, people, names}: FilledSeed, source: Source): readonly Mistake[] {
  const mistakes: Mistake[] = [];
  const note = notesIn(source, mistakes);
  for (const [kind, {entries}] of files) {
    const {keys, identity, collection} = kinds[kind];
    // Names can become equal when the environment is filled in.
    noteDuplicates(entries, {keys, identity, one: collection.noun.one}, note);
    for (const placed of entries) {
      checkName(kind, placed, names, note);
      if (kind !== 'senders') checkAddresses(placed, keys, note);
      checkAudiences(placed, keys, names, note);
    }
  }
  for (const placed of people) checkAddresses(placed, contactKeys, note);
  checkPeople(people, [...(names.get('lists')?.keys() ?? [])], note);
  return mistakes.sort(({at: one}, {at: other}) => one.line - other.line || one.column - other.column);
}

function checkName(kind: KindName, {entry, at}: PlacedEntry, names: Names, note: Note): void {
  const {keys, identity} = kinds[kind];
  const name = String(entry[identity] ?? '');
  const {length} = [...(names.get(kind)?.get(name) ?? name)];
  const limits = keys[identity]?.limits;
  if (limits?.pattern && !limits.pattern.test(name)) note(at, `${identity} ${limits.says}.`, `"${name}" does not.`);
  else if (/\p{Cc}/u.test(name)) note(at, `This ${identity} has a line end or another control character in it.`);
  else if (length > LONGEST) {
    const says = `With the mark of its run this ${identity} has ${length} characters. At most ${LONGEST} are allowed.`;
    note(at, says, 'Shorten it.');
  }
}

/** No service is known to keep longer names, and a mark that is cut off could never be found again. */
const LONGEST = 191;

/** Real people must not get into a seed. */
function checkAddresses({entry, at, places}: PlacedEntry, keys: Keys, note: Note): void {
  for (const {text, key, path} of textsOf(entry, keys)) {
    if (!key.address) continue;
    const place = places.get(path) ?? at;
    const problem = addressProblem(text);
    if (problem !== undefined) note(place, `"${text}" ${problem}.`);
    else if (!isReserved(text)) {
      const says = `"${text}" may be a real address. A seed takes only people who cannot exist.`;
      note(place, says, `Use an address at ${reservedInWords}.`);
    }
  }
}

/** Audiences must be of the seed: the account's own lists may contain real people. */
function checkAudiences({entry, at, places}: PlacedEntry, keys: Keys, names: Names, note: Note): void {
  const known = [...(names.get('lists')?.keys() ?? [])].map(name => `list:${name}`);
  for (const {text, key, path} of textsOf(entry, keys)) {
    if (key.refers !== 'audience' || known.includes(text)) continue;
    note(
      places.get(path) ?? at,
      `"${text}" is not a list of this file. A seed mails only its own people.`,
      known.length === 0 ? 'Name the list under lists.' : keyHint(text, known),
    );
  }
}

/** What is wrong with the entries of people: each is one person with an address, or says how many to invent. */
function checkPeople(people: readonly PlacedEntry[], lists: readonly string[], note: Note): void {
  const met = new Map<string, number>();
  for (const placed of people) {
    const {entry, at} = placed;
    const wrong: Wrong = (key, says, hint) => note(placed.places.get(key) ?? at, says, hint);
    const list = String(entry['list'] ?? '');
    if (list === '') wrong('list', 'These people have no list.', 'Give them one: list: …');
    else if (!lists.includes(list)) {
      const hint = lists.length === 0 ? `List it under lists: - name: ${list}` : keyHint(list, lists);
      wrong('list', `There is no list "${list}" in this file.`, hint);
    }
    if (entry['email'] === undefined) checkInvented(placed, wrong);
    else checkPerson(placed, list, met, wrong);
  }
}

type Wrong = (key: string, says: string, hint: string) => void;

function checkInvented({entry}: PlacedEntry, wrong: Wrong): void {
  const {count, fake, country} = entry;
  if (typeof count !== 'number' || count < 1 || count > MOST) {
    const asked = count === undefined ? 'neither an email nor a count' : `the count ${count}`;
    wrong('count', `This entry has ${asked}.`, `Give the address of one person, or a count from 1 to ${MOST}.`);
  }
  if (fake !== true) {
    wrong('fake', 'A count is only for invented people.', 'Add the line: fake: true');
  }
  for (const [index, name] of (Array.isArray(country) ? country : []).entries()) {
    if (Object.hasOwn(inventedCountries, String(name))) continue;
    wrong(
      `country.${index}`,
      `emk cannot invent people in "${name}".`,
      keyHint(String(name), Object.keys(inventedCountries)),
    );
  }
}

function checkPerson({entry, at}: PlacedEntry, list: string, met: Map<string, number>, wrong: Wrong): void {
  const {email, count, fake, country} = entry;
  for (const [key, value] of Object.entries({count, fake})) {
    if (value !== undefined && value !== false) {
      wrong(key, `${key} is only for invented people, but this entry has an address.`, `Remove ${key} or the address.`);
    }
  }
  if (!Array.isArray(country) || country.length !== 1) {
    wrong('country', 'A person has only one country.', 'For example: country: Germany');
  }
  const who = `${list}\n${foldAddress(String(email))}`;
  const line = met.get(who);
  if (line !== undefined) wrong('email', `Line ${line} has "${email}" in this list already.`, 'Remove one of the two.');
  met.set(who, line ?? at.line);
}

/** The most people: a larger number is not test data. */
const MOST = 1_000_000;
