import type {CellRule, Reading} from './cell-rule.js';

/** Writes a country as the service lists it. One that it does not list is sent as it is written, unless only listed ones are wanted. */
export function countryRule(countries: Reading['countries'], onlyListed: boolean): CellRule {
  if (countries === undefined) return {read: text => ({value: text}), passes: 'any', stays: 'any'};
  if (!onlyListed) return {read: text => ({value: countries(text) ?? text}), passes: 'any', stays: 'none'};
  return {
    read(text) {
      const value = countries(text);
      return value === undefined ? {reason: 'is not in the list of the service'} : {value};
    },
    passes: isListedIn(countries),
    stays: 'none',
    noun: 'the country',
  };
}

/** Tells a country of plain ASCII that was met before: a file has few different ones, and a million cells. */
function isListedIn(countries: NonNullable<Reading['countries']>) {
  const met = new Map<string, boolean>();
  return (bytes: Uint8Array, from: number, to: number): boolean => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
    const known = met.get(text) ?? countries(text) !== undefined;
    if (met.size < MOST) met.set(text, known);
    return known;
  };
}

/** The most countries to remember, since a wrongly mapped column may have another text in every row. */
const MOST = 1000;
