import {headerKey} from '../../csv/columns/header-names.js';
import type {CheckOptions} from './contract.js';

type Pairs = CheckOptions['map'];

/** A map of columns in which answers replace what it said about the same columns. */
export function answeredMap(map: Pairs, answers: Pairs): Pairs {
  const answered = new Set(answers.map(([header]) => headerKey(header)));
  return [...map.filter(([header]) => !answered.has(headerKey(header))), ...answers];
}
