import {createHash} from 'node:crypto';
import type {Loose} from '../../api/describe/schema.js';
import {folded} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import type {ContactColumn} from '../../csv/columns/contact-lines.js';
import {reservedFields} from '../../endpoints/fields.js';
import type {Entry} from '../account/keys.js';
import {markedAddress} from './marks.js';

/** The people of a seed by list. Names and addresses of the entries already have the marks of the run. */
export function peopleByList(entries: readonly Entry[], run: string) {
  const numbered = entries.map((entry, at) => ({entry, generator: at + 1}));
  const lists = [...new Set(entries.map(({list}) => String(list)))];
  return lists.map(list => {
    const some = numbered.filter(({entry}) => entry['list'] === list);
    const custom = new Set(some.flatMap(({entry}) => Object.keys(valuesOf(entry))));
    return {
      list,
      columns: [...reservedFields, ...custom].map(
        (head): ContactColumn => ({head, read: person => lookUp(person, head)}),
      ),
      /** In order. They are created while they are read, so that ten thousand need no more memory than ten. */
      *people(): Iterable<Loose> {
        for (const {entry, generator} of some) yield* peopleOf(entry, generator, run);
      },
    };
  });
}

const valuesOf = ({fields}: Entry): Readonly<Record<string, string>> =>
  Object.fromEntries((Array.isArray(fields) ? fields : []).map(({name, value = ''}) => [String(name), String(value)]));

/** The person of an entry, or those whom it invents. What it says applies to all of them. */
function* peopleOf(entry: Entry, generator: number, run: string): Iterable<Loose> {
  const {email, country, count = 1} = entry;
  const said = reservedFields.flatMap(field => {
    const value = entry[field.replaceAll('_', '-')];
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  const countries = country === undefined ? Object.keys(inventedCountries) : [String(country)];
  for (let index = 1; index <= Number(count); index++) {
    const person = email === undefined ? inventPerson({generator, index, countries, run}) : {};
    yield {...person, ...Object.fromEntries(said), ...valuesOf(entry)};
  }
}

/** What determines an invented person: the same numbers give the same person on every machine and in every run. */
type PersonSeed = {
  /** The number of the file's generator, and of the person in it, both from 1. */
  readonly generator: number;
  readonly index: number;
  /** The countries to choose from, each a name of `inventedCountries`. */
  readonly countries: readonly string[];
  readonly run: string;
};

/** Invents a person who does not exist, at an address that cannot exist. Names, place and postal code fit each other. */
export function inventPerson({generator, index, countries, run}: PersonSeed) {
  const draw = drawing(`${generator}/${index}`);
  const country = draw.from(countries);
  const samples = inventedCountries[country];
  if (samples === undefined) throw new Error(`emk cannot invent people in ${country}.`);
  const [first, last, place] = [draw.from(samples.first), draw.from(samples.last), draw.from(samples.cities)];
  // The numbers make the address unique, whatever the names are.
  const address = `${inLetters(first)}.${inLetters(last)}.${generator}-${index}@${draw.from(domains)}`;
  return {
    email: markedAddress(run, address),
    first_name: asWritten(first),
    last_name: asWritten(last),
    country,
    state: place.state,
    city: place.city,
    address_line1: draw.from(samples.streets).replace('%', String(1 + draw.below(HOUSES))),
    postal_code: place.postal.replace(/[#@]/g, sign => (sign === '#' ? String(draw.below(10)) : draw.from(LETTERS))),
  };
}

/** Domains that are reserved, so that nobody is ever there. */
const domains = ['example.com', 'example.org', 'example.net', 'mail.test'];

const HOUSES = 180;

/** Letters that all countries allow in postal codes. */
const LETTERS = [...'ABEGHJLNPRSTXY'];

const asWritten = (name: string): string => name.split('=', 1)[0] ?? '';

/** A name in the letters of an address: `Weiß` is `weiss`. */
function inLetters(name: string): string {
  const [written = '', letters = written] = name.split('=');
  return folded(letters.replaceAll('ß', 'ss')).replace(/[^a-z]/g, '');
}

/** Numbers derived from a text alone, by a hash that is the same on every machine. */
function drawing(text: string) {
  const bytes = createHash('sha512').update(text).digest();
  let at = 0;
  const below = (limit: number): number => bytes.readUInt16BE(2 * at++) % limit;
  return {below, from: <T>(some: readonly T[]): T => some[below(some.length)] as T};
}

/**
 * The names and places of people in a country. `名=mei` is a name with its letters for an address. A place is a city, its
 * state, and the form of its postal codes: `#` is a digit, `@` a letter. In a street, `%` stands for the house number.
 */
const country = (first: string, last: string, places: string, streets: string) => ({
  first: first.split(' '),
  last: last.split(' '),
  cities: places.split('; ').map(text => {
    const [city = '', state = '', postal = ''] = text.split(', ');
    return {city, state, postal};
  }),
  streets: streets.split('; '),
});

/** The countries of invented people, by English name. */
export const inventedCountries: Readonly<Record<string, ReturnType<typeof country>>> = {
  Germany: country(
    'Lukas Leonie Jonas Hannah Finn Mia Jürgen Käthe Paul Emilia Felix Sophie Björn Jördis Moritz Clara',
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Weiß Krüger Groß',
    'Berlin, Berlin, 10###; Hamburg, Hamburg, 20###; München, Bayern, 80###; Köln, Nordrhein-Westfalen, 50###; Leipzig, Sachsen, 04###; Bremen, Bremen, 28###',
    'Hauptstraße %; Gartenstraße %; Lindenweg %; Am Markt %; Schillerstraße %',
  ),
  France: country(
    'Léo Chloé Lucas Camille Hugo Inès Louis Zoé Gabriel Manon Jules Élodie Arthur Margaux François Océane',
    'Martin Bernard Dubois Thomas Robert Petit Durand Leroy Moreau Simon Lefèvre Garnier Faure Mercier Girard Besson',
    'Paris, Île-de-France, 750##; Lyon, Auvergne-Rhône-Alpes, 690##; Nantes, Pays de la Loire, 440##; Lille, Hauts-de-France, 590##; Bordeaux, Nouvelle-Aquitaine, 330##',
    '% rue de la Paix; % avenue Victor Hugo; % rue des Écoles; % place du Marché',
  ),
  Spain: country(
    'Hugo Lucía Martín Sofía Pablo María Álvaro Paula Diego Carmen Iñigo Inés Javier Begoña Mateo Elena',
    'García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Ruiz Núñez Ibáñez Muñoz Ortega Vidal Serrano',
    'Madrid, Madrid, 280##; Barcelona, Cataluña, 080##; Valencia, Comunidad Valenciana, 460##; Sevilla, Andalucía, 410##; Bilbao, País Vasco, 480##',
    'Calle Mayor %; Calle del Sol %; Avenida de la Constitución %; Plaza Nueva %',
  ),
  'United Kingdom': country(
    'Oliver Amelia George Isla Harry Ava Noah Emily Jack Grace Charlie Poppy Rhys Niamh Callum Freya',
    "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Hughes Evans O'Brien Clarke Murray",
    'London, England, SW# #@@; Manchester, England, M# #@@; Leeds, England, LS# #@@; Cardiff, Wales, CF# #@@; Edinburgh, Scotland, EH# #@@; Belfast, Northern Ireland, BT# #@@',
    '% High Street; % Church Lane; % Station Road; % Victoria Road; % Mill Lane',
  ),
  'United States': country(
    'Liam Olivia Noah Emma James Ava Ethan Mia Logan Harper Mason Ella Carlos Aaliyah Jamal Grace',
    'Smith Johnson Williams Brown Jones Garcia Miller Davis Martinez Lopez Anderson Moore Jackson Nguyen Lee Young',
    'New York, New York, 100##; Austin, Texas, 787##; Chicago, Illinois, 606##; Seattle, Washington, 981##; Denver, Colorado, 802##; Atlanta, Georgia, 303##',
    '% Main Street; % Oak Avenue; % Maple Street; % Washington Boulevard; % Lake Drive',
  ),
  Japan: country(
    '陽翔=haruto 結衣=yui 蓮=ren 葵=aoi 大和=yamato 美咲=misaki 悠真=yuma 桜=sakura 翔太=shota 花子=hanako 健太=kenta 真由美=mayumi',
    '佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 伊藤=ito 渡辺=watanabe 山本=yamamoto 中村=nakamura 小林=kobayashi 加藤=kato 吉田=yoshida 山田=yamada',
    '千代田区, 東京都, 100-####; 大阪市, 大阪府, 530-####; 札幌市, 北海道, 060-####; 福岡市, 福岡県, 810-####; 京都市, 京都府, 600-####',
    '本町%番地; 中央%番地; 緑町%番地; 桜木町%番地',
  ),
};
