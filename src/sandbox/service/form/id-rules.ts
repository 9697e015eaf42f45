import {exists, type Table} from '../tables/table.js';
import {toId} from './input.js';
import {isInteger, names, type Rule} from './rules.js';

/** The rules of a parameter that names a record of a table by its id. */
export const idIn = (table: Table): readonly Rule[] => [
  isInteger,
  names(({db}, value) => exists(db, table, toId(value))),
];
