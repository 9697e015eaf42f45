import {headerKey} from '../../csv/columns/header-names.js';

/** The number from 1 of a month in English, German, French or Spanish, in full or abbreviated. */
export function monthCalled(word: string): number | undefined {
  const key = headerKey(word);
  if (key.length < 3) return undefined;
  const index = months.findIndex(names => names.split(' ').some(name => name === key || shortened(name, key)));
  return index < 0 ? undefined : index + 1;
}

/** French needs four letters to tell `juin` from `juillet`; elsewhere three are enough. */
const shortened = (name: string, key: string): boolean => key.length <= 4 && key !== 'jui' && name.startsWith(key);

const months = [
  'january januar janner janvier enero',
  'february februar fevrier febrero',
  'march marz maerz mars marzo mrz',
  'april avril abril',
  'may mai mayo',
  'june juni juin junio',
  'july juli juillet julio',
  'august aout agosto',
  'september septembre septiembre sept',
  'october oktober octobre octubre',
  'november novembre noviembre',
  'december dezember decembre diciembre',
];
