import {exists, type Table} from '../tables/table.js';
import {toId} from './input.js';
import {isInteger, names, type Rule} from './rules.js';

/** The rules of a parameter with the id of a table's record. */
export const idIn = (table: Table): readonly Rule[] => [
  isInteger,
  names(({db}, value) => exists(db, table, toId(value))),
];
