import {monthNames} from '../../words/months.js';

/** A month as a text writes it: its number from 0, and how to write another month the same way. */
type MonthWord = {readonly month: number; write(month: number): string};

const german = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** The months of both languages, in full or as three letters, for an expression. "may" in small letters is a verb. */
export const MONTH = `(?:${[...new Set([...monthNames, ...german].flatMap(waysToWrite))]
  .sort((one, other) => other.length - one.length)
  .join('|')})`;

function waysToWrite(name: string): string[] {
  const short = name.slice(0, 3);
  return [name, short, name.toUpperCase(), short.toUpperCase()];
}

/** Reads a month. A name that both languages share is German if the text around it is. */
export function monthWord(word: string, isGerman: boolean): MonthWord {
  const isWhole = [...monthNames, ...german].some(name => name.toLowerCase() === word.toLowerCase());
  const length = isWhole ? undefined : 3;
  const at = (names: readonly string[]): number =>
    names.findIndex(name => name.slice(0, length).toLowerCase() === word.toLowerCase());
  const [inEnglish, inGerman] = [at(monthNames), at(german)];
  const names = inGerman >= 0 && (isGerman || inEnglish < 0) ? german : monthNames;
  return {
    month: names === german ? inGerman : inEnglish,
    write: month => inCaseOf(word, (names[month] ?? '').slice(0, length)),
  };
}

const inCaseOf = (word: string, name: string): string => {
  if (word === word.toUpperCase()) return name.toUpperCase();
  return word === word.toLowerCase() ? name.toLowerCase() : name;
};

const inOtherLanguages = [
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
].flatMap(names => names.split(' '));

/** The months of languages in which emk moves no dates, but sees them. */
export const OTHER_MONTH = `(?:${[...new Set(inOtherLanguages)].join('|')})`;

/** The number of such a month, from 0. */
export const otherMonth = (word: string): number => inOtherLanguages.indexOf(word) % 12;
