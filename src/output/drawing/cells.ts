import type {Loose, Shape} from '../../api/describe/schema.js';
import {fieldAt, kindOf, wordsOf} from '../../records/fields/field.js';
import {headOf} from '../../records/fields/heads.js';
import {toReadable} from '../../records/fields/readable.js';
import type {Column} from '../results/columns.js';
import {clean} from '../text/sanitise.js';
import {displayWidth} from '../text/width.js';
import {type Tone, toTone} from './tone.js';

/** One column of a table: how its cells are worded for people, aligned, cut and coloured. */
export type CellColumn = {
  readonly head: string;
  readonly text: (record: Loose) => string;
  readonly right: boolean;
  /** Whether its texts may be cut if space is short; a cut number or date would mislead. */
  readonly shrinks: boolean;
  /** The smallest width for cutting: that of the head. */
  readonly least: number;
  /** The column's rank by importance, from 0; the highest rank is dropped first if space is short. */
  readonly rank: number;
  /** Whether it is never dropped, and cut last: it shows which record a row is. */
  readonly stays: boolean;
  readonly isKey: boolean;
  /** Whether it identifies records by long codes, whose beginning is enough. */
  readonly code: boolean;
  readonly tone: ((text: string) => Tone | undefined) | undefined;
};

/** The columns that matter most in a list. */
type Weights = {
  readonly key: string;
  readonly label: string | undefined;
  /** Columns from most to least important. */
  readonly importance: readonly string[];
};

type Worded = {
  readonly shape: Shape;
  readonly zone: string | undefined;
  readonly weights: Weights;
  /** Off a terminal, scripts read the same words as always. */
  readonly onScreen: boolean;
};

/** Compiles columns into their cells: worded by the field's type, on one line, harmless on a terminal. */
export function toCellColumns(columns: readonly Column[], {shape, zone, weights, onScreen}: Worded): CellColumn[] {
  const {key, label, importance} = weights;
  const showsKeyOrLabel = columns.some(({path}) => path === key || path === label);
  const rankOf = (path: string, index: number): number => {
    const rank = importance.indexOf(path);
    return rank < 0 ? importance.length + index : rank;
  };
  return columns.map(({path, read, computed}, index) => {
    const field = fieldAt(shape, path);
    const kind = kindOf(field);
    const readable = toReadable(field, zone);
    const shortened = withoutWordBeside(onScreen ? computed?.beside : undefined, columns, shape);
    const head = clean(computed?.head ?? headOf(path));
    return {
      head,
      text: record => clean(shortened(record, readable(read(record)))),
      right: kind === 'integer' || kind === 'rate',
      shrinks: computed
        ? computed.shrinks === true
        : !wordsOf(field) && (kind === undefined || ['text', 'address', 'json', 'custom'].includes(kind)),
      least: displayWidth(head),
      rank: rankOf(path, index),
      isKey: path === key,
      stays: showsKeyOrLabel ? path === key || path === label : index === 0,
      code: kind === 'uuid' && path === key,
      tone: toTone(path, field),
    };
  });
}

/** A text without the word that the column beside it says already: "sent" and "2026-05-01", not "sent 2026-05-01". */
function withoutWordBeside(
  beside: string | undefined,
  columns: readonly Column[],
  shape: Shape,
): (record: Loose, text: string) => string {
  const other = columns.find(({path}) => path === beside);
  if (other === undefined) return (_, text) => text;
  const readable = toReadable(fieldAt(shape, other.path), undefined);
  return (record, text) => {
    const word = `${readable(other.read(record))} `;
    return text.startsWith(word) ? text.slice(word.length) : text;
  };
}

/** The columns for a terminal: where names identify records, ids are dim, last and dropped first. */
export function idsLast(columns: readonly CellColumn[]): readonly CellColumn[] {
  const isCalled = columns.some(({stays, isKey}) => stays && !isKey);
  const ids = isCalled ? columns.filter(({isKey, stays}) => isKey && stays) : [];
  return [
    ...columns.filter(column => !ids.includes(column)),
    ...ids.map(column => ({...column, stays: false, rank: Number.MAX_SAFE_INTEGER, tone: () => 'resting' as const})),
  ];
}
