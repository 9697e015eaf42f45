import type {Loose} from '../describe/schema.js';
import {cutLike} from './cut-records.js';
import {likeTheFirst, patternLike, type ReadText} from './record-pattern.js';

/** How rows are written, and which texts are the same in a row as in JSON. */
export type RowForm = {
  readonly delimiter: string;
  /** The characters that a copied text may not contain, and those that it may not begin with, as in a pattern. */
  readonly special: {readonly anywhere: string; readonly first: string};
  /** Writes records that need something changed, quoted or dropped. */
  write(records: readonly Loose[]): string;
};

/** Lines of text, and how many records they show. */
export type Rows = {readonly text: string; readonly count: number};

/**
 * Reads records as rows of two or more columns. A row of plain texts, whole numbers and nulls is copied from the
 * answer, by one replacement for a whole text. That takes a third of the time of making its record and writing it.
 */
export const copyingRows = (columns: readonly string[], form: RowForm, parse: ReadText): ReadText<Rows> =>
  likeTheFirst(
    record => copyLike(record, columns, form),
    parse,
    records => toRows(records, form),
  );

export const toRows = (records: readonly unknown[], form: RowForm): Rows => ({
  text: form.write(records as readonly Loose[]),
  count: records.length,
});

function copyLike(model: Loose, columns: readonly string[], form: RowForm): ReadText<Rows | undefined> {
  const names = Object.keys(model).filter(name => columns.includes(name));
  if (names.length > MOST_NAMES) return () => undefined;
  const cell = cellOf(form);
  const copyable = patternLike(model, 'gy', (name, key, value) => key + (names.includes(name) ? cell : value));
  const row = `${columns.map(column => groupsOf(names.indexOf(column))).join(form.delimiter)}\n`;
  const cut = cutLike(model, {fields: columns});
  return text => {
    if (!text.startsWith('[{')) return undefined;
    let rows = '';
    let count = 0;
    let rest = text.slice(1);
    while (rest !== '') {
      const copied = rest.replace(copyable, row);
      // What was not copied still ends with a bracket, and its brace is the first because no copied cell has one.
      const end = copied.endsWith('\n') ? copied.length : copied.indexOf('{');
      const others = cut(copied, end, AT_ONCE);
      if (!others) return undefined;
      count += linesIn(copied, end) + others.records.length;
      rows += copied.slice(0, end);
      if (others.records.length > 0) rows += form.write(others.records);
      rest = copied.slice(others.end);
    }
    return {text: rows, count};
  };
}

/** A cell with a group for its text and one for its number; at most one of them is filled. */
const cellOf = ({special: {anywhere, first}}: RowForm): string =>
  `(?:"((?![${first}])[^"{\\\\\\0-\\x1f${anywhere}]*)"|(0|-?[1-9]\\d{0,14})|null)`;

const groupsOf = (at: number): string => (at < 0 ? '' : `$${2 * at + 1}$${2 * at + 2}`);

/** A replacement knows 99 groups. */
const MOST_NAMES = 49;

/** How many records are written after one that cannot be copied, because beginning to write takes as long as ten. */
const AT_ONCE = 16;

function linesIn(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
