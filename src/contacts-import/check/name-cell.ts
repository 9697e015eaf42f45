import type {CellRule} from './cell-rule.js';

/** The rules for a column of whole names, which fills two fields: every cell is decoded, none is refused. */
export const nameRules: {readonly [field: string]: CellRule} = {
  first_name: {read: text => ({value: splitName(text).first}), passes: 'any', stays: 'none'},
  last_name: {read: text => ({value: splitName(text).last}), passes: 'any', stays: 'none'},
};

/**
Splits a whole name. The last word is the family name, with the small words before it, `Ludwig van Beethoven`; a comma
turns the order round, `Lovelace, Ada`. A name of one word is a first name.
*/
export function splitName(text: string): {readonly first: string; readonly last: string} {
  const [before = '', after = '', ...more] = text.split(',').map(part => part.trim().replace(/\s+/g, ' '));
  if (after !== '' && more.length === 0 && !isSuffix(after)) return {first: after, last: before};
  const suffix = [after, ...more].filter(part => part !== '').map(part => `, ${part}`);
  const words = before.split(' ');
  if (words.length === 1) return {first: before + suffix.join(''), last: ''};
  const small = words.findIndex((word, index) => index > 0 && index < words.length - 1 && smallWords.has(word));
  const cut = small > 0 ? small : words.length - 1 - Number(words.length > 2 && isSuffix(words.at(-1) ?? ''));
  return {first: words.slice(0, cut).join(' '), last: words.slice(cut).join(' ') + suffix.join('')};
}

const isSuffix = (word: string): boolean => /^(?:jr|sr|ii|iii|iv|phd|md|esq|ph\.d|m\.d)\.?$/i.test(word);

const smallWords = new Set(
  'von vom van de den der del della dello di da das do dos du la le lo los las ter ten te zu zum zur af av al el bin ibn y e'.split(
    ' ',
  ),
);
