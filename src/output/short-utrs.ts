import type {Shape} from '../api/schema.js';
import {fieldAt, kindOf} from '../records/field.js';
import type {CellColumn} from './cells.js';
import type {Column} from './columns.js';

/**
The cells of a list on a terminal, with the beginning of each utr in place of all its 36 characters: that is enough to
name a record by. Where two begin alike, the command that is given the beginning lists both.
*/
export const withShortUtrs = (
  cells: readonly CellColumn[],
  columns: readonly Column[],
  shape: Shape,
): readonly CellColumn[] =>
  cells.map((cell, index) => {
    const isUtr = kindOf(fieldAt(shape, columns[index]?.path ?? '')) === 'uuid';
    return isUtr ? {...cell, text: record => cell.text(record).slice(0, SHOWN)} : cell;
  });

/** The first group of a utr. */
const SHOWN = 8;
