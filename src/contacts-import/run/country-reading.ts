import type {FindCountry} from './countries.js';

/** Turns a file's countries into what the service accepts, and keeps the spellings that differ from the service's. */
type CountryReading = {
  readonly read: (text: string) => string | undefined;
  /** The name of a country, by the file's spelling. */
  readonly rewritten: ReadonlyMap<string, string>;
};

/** Reads countries in the form of the service's sample, as name or id. */
export function createCountryReading(find: FindCountry, as: 'names' | 'ids'): CountryReading {
  const otherwise = new Map<string, string>();
  return {
    rewritten: otherwise,
    read(text) {
      const country = find(text);
      if (country === undefined) return undefined;
      const isExact = text.length === 2 || text === country.id || text.toLowerCase() === country.name.toLowerCase();
      if (!isExact) otherwise.set(text, country.name);
      return as === 'names' ? country.name : country.id;
    },
  };
}

/** `“Deutschland” is read as Germany, “USA” as United States.` */
export function readAsInWords(otherwise: ReadonlyMap<string, string>): string | undefined {
  const [first, ...others] = [...otherwise].map(([text, name]) => [`“${text}”`, name] as const);
  if (first === undefined) return undefined;
  const shown = others.slice(0, SHOWN - 1).map(([text, name]) => `, ${text} as ${name}`);
  const more = others.length >= SHOWN ? ` (${others.length - SHOWN + 1} more)` : '';
  return `emk reads ${first[0]} as ${first[1]}${shown.join('')}${more}.`;
}

const SHOWN = 10;
