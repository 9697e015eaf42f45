import {readAccount} from '../../account-files/account/read-account.js';
import {danglingReferences} from '../../account-files/compare/check-plan.js';
import {keyHint} from '../../account-files/folder/check-shape.js';
import type {Mistake} from '../../account-files/folder/mistakes.js';
import {textsOf} from '../../account-files/kinds/shape.js';
import type {Context} from '../../commands/command.js';
import type {Countries} from '../../contacts-import/run/countries.js';
import {closest} from '../../words/closest.js';
import type {FilledSeed} from '../file/fill-in-seed.js';
import type {Seed} from '../file/read-seed.js';
import {contactKeys} from '../file/seed-keys.js';
import {inventedCountries} from '../people/invented-countries.js';

/** The names that match nothing, in the seed or in the account, in the file's spelling. */
export async function lostReferences(context: Context, {files, people}: FilledSeed, {source, yaml}: Seed) {
  const account = await readAccount(context, new Set());
  const fields = files.get('fields') ?? {source, yaml, entries: []};
  const fieldNames = new Set([
    ...fields.entries.map(({entry}) => String(entry['name'])),
    ...(people.some(({entry}) => entry['fields'] !== undefined) ? (await account.idsOf('fields')).keys() : []),
  ]);
  return [
    ...(await danglingReferences(files, account, {prune: false})),
    ...people.flatMap(placed => lostFields(placed, fieldNames, source)),
  ];
}

function lostFields(
  placed: FilledSeed['people'][number],
  fieldNames: ReadonlySet<string>,
  source: Seed['source'],
): Mistake[] {
  return textsOf(placed.entry, contactKeys).flatMap(({key, text, path}) =>
    key.refers === 'fields' && !fieldNames.has(text)
      ? [
          {
            source,
            at: placed.places.get(path) ?? placed.at,
            says: `There is no custom field called "${text}".`,
            hint: keyHint(text, [...fieldNames]),
          },
        ]
      : [],
  );
}

/** The countries that the account does not know. Empty if the account has no list to compare with. */
export function unknownCountries(
  {people}: FilledSeed,
  {source}: Seed,
  countries: Countries | undefined,
): readonly Mistake[] {
  if (countries === undefined) return [];
  return people.flatMap(({entry, at, places}) => {
    const names = Array.isArray(entry['country']) ? entry['country'].map(String) : [];
    const wrong = (index: number, says: string, hint: string): Mistake => ({
      ...{source, says, hint},
      at: places.get(`country.${index}`) ?? at,
    });
    const unknown = names.flatMap((name, index) =>
      countries.find(name)
        ? []
        : [wrong(index, `The service has no country "${name}".`, countryMeant(name, countries.names))],
    );
    if (names.length > 0 || entry['email'] !== undefined) return unknown;
    return Object.keys(inventedCountries).some(name => countries.find(name))
      ? []
      : [wrong(0, 'The service lists none of the countries where emk can invent people.', 'Name one: country: …')];
  });
}

const countryMeant = (name: string, names: readonly string[]): string => {
  const guess = closest(name, names);
  return guess === undefined ? 'To see the countries: emk locations countries' : `Did you mean "${guess}"?`;
};
