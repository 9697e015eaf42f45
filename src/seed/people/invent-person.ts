import {createHash} from 'node:crypto';
import {folded} from '../../words/sentence.js';
import {inventedCountries} from './invented-countries.js';

/** What determines an invented person: the same four values give the same person on every machine and in every run. */
type PersonSeed = {
  readonly random: string;
  /** The number of the file's generator, and of the person in it, both from 1. */
  readonly generator: number;
  readonly index: number;
  /** The countries to choose from, each a name of `inventedCountries`. */
  readonly countries: readonly string[];
};

/** A person who does not exist, at an address that cannot exist. It has no run's mark yet. */
type Person = {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly address_line1: string;
  readonly postal_code: string;
};

/** Invents a person. Names, place and postal code fit the country and each other. */
export function inventPerson({random, generator, index, countries}: PersonSeed): Person {
  const draw = drawing(`${random}/${generator}/${index}`);
  const country = draw.from(countries);
  const samples = inventedCountries[country];
  if (samples === undefined) throw new Error(`emk cannot invent people in ${country}.`);
  const [first, last, place] = [draw.from(samples.first), draw.from(samples.last), draw.from(samples.cities)];
  return {
    // The numbers make the address unique, whatever the names are.
    email: `${inLetters(first)}.${inLetters(last)}.${generator}-${index}@${draw.from(domains)}`,
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

/** A name in the letters of an address: `Łukasz` is `lukasz`. */
function inLetters(name: string): string {
  const [written = '', letters = written] = name.split('=');
  return folded(letters.replace(/[łß]/gi, letter => (letter === 'ß' ? 'ss' : 'l'))).replace(/[^a-z]/g, '');
}

/** Numbers derived from a text alone, by a hash that is the same on every machine. */
function drawing(text: string) {
  const bytes = createHash('sha512').update(text).digest();
  let at = 0;
  const below = (limit: number): number => {
    const number = bytes.readUInt16BE(at);
    at += 2;
    return number % limit;
  };
  const from = <T>(some: readonly T[]): T => {
    const one = some[below(some.length)];
    if (one === undefined) throw new Error('There is nothing to draw from.');
    return one;
  };
  return {below, from};
}
