import {keyHint, type PlacedEntry} from '../../account-files/folder/check-shape.js';
import type {Note} from '../../account-files/folder/mistakes.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {inventedCountries} from '../people/invented-countries.js';

/** What is wrong with the entries of people: each is one person with an address, or says how many to invent. */
export function checkPeople(people: readonly PlacedEntry[], types: readonly string[], note: Note): void {
  const met = new Map<string, number>();
  for (const placed of people) {
    const {entry, at} = placed;
    const wrong: Wrong = (key, says, hint) => note(placed.places.get(key) ?? at, says, hint);
    const type = String(entry['type'] ?? '');
    if (type === '') wrong('type', 'These people have no list.', 'Give them one: type: …');
    else if (!types.includes(type)) {
      const hint = types.length === 0 ? `List it under contact-types: - name: ${type}` : keyHint(type, types);
      wrong('type', `There is no list "${type}" in this file.`, hint);
    }
    if (entry['email'] === undefined) checkInvented(placed, wrong);
    else checkPerson(placed, type, met, wrong);
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

function checkPerson({entry, at}: PlacedEntry, type: string, met: Map<string, number>, wrong: Wrong): void {
  const {email, count, fake, country} = entry;
  for (const [key, value] of Object.entries({count, fake})) {
    if (value !== undefined && value !== false) {
      wrong(key, `${key} is only for invented people, but this entry has an address.`, `Remove ${key} or the address.`);
    }
  }
  if (!Array.isArray(country) || country.length !== 1) {
    wrong('country', 'A person has only one country.', 'For example: country: Germany');
  }
  const who = `${type}\n${foldAddress(String(email))}`;
  const line = met.get(who);
  if (line !== undefined) wrong('email', `Line ${line} has "${email}" in this list already.`, 'Remove one of the two.');
  met.set(who, line ?? at.line);
}

/** The most people: a larger number is not test data. */
const MOST = 1_000_000;
