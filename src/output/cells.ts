import type {Loose, Shape} from '../api/schema.js';
import {fieldAt, kindOf, wordsOf} from '../records/field.js';
import {toReadable} from '../records/readable.js';
import type {Column} from './columns.js';
import {clean} from './sanitise.js';

/** One column of a table: how its cells are worded for people, and how they are aligned and cut. */
export type CellColumn = {
  readonly head: string;
  readonly text: (record: Loose) => string;
  /** Numbers stand at the right. */
  readonly right: boolean;
  /** Texts may be cut where space is short; a part of a number or a date would mislead. */
  readonly shrinks: boolean;
};

/** Compiles columns into their cells: worded by the field's type, on one line, harmless on a terminal. */
export const toCellColumns = (columns: readonly Column[], shape: Shape, zone: string | undefined): CellColumn[] =>
  columns.map(({path, read}) => {
    const field = fieldAt(shape, path);
    const kind = kindOf(field);
    const readable = toReadable(field, zone);
    return {
      head: clean(path),
      text: record => clean(readable(read(record))),
      right: kind === 'integer',
      shrinks: !wordsOf(field) && (kind === undefined || kind === 'text' || kind === 'json'),
    };
  });
