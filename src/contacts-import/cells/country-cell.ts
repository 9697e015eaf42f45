import {type CellRule, type Reading, textRule} from './cell-rule.js';

/** Writes a country as the service lists it. Unknown ones are sent as written, unless only listed ones are allowed. */
export function countryRule(countries: Reading['countries'], onlyListed: boolean): CellRule {
  if (countries === undefined) return textRule;
  if (!onlyListed) return {read: text => ({value: countries(text) ?? text}), passes: 'any', stays: 'none'};
  return {
    read(text) {
      const value = countries(text);
      return value === undefined ? {reason: 'is not a country that the service knows'} : {value};
    },
    passes: isListedIn(countries),
    stays: 'none',
    noun: 'the country',
  };
}

/** Recognises a plain ASCII country that was seen before: a file has few different countries in a million cells. */
function isListedIn(countries: NonNullable<Reading['countries']>) {
  const met = new Map<string, boolean>();
  return (bytes: Uint8Array, from: number, to: number): boolean => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    const known = met.get(text) ?? countries(text) !== undefined;
    if (met.size < MOST) met.set(text, known);
    return known;
  };
}

/** The most countries to remember: a wrongly mapped column may have a different text in every row. */
const MOST = 1000;
