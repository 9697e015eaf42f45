import {UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import type {RecordView} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {matchColumns, toCandidates} from '../../csv/columns/match-columns.js';
import {partFor} from '../../csv/columns/split-cells.js';
import {trim} from '../../records/fields/fold-address.js';
import {type CellTest, cacheCells, isEmpty, isPlain, textOf} from '../cells/cell-bytes.js';
import {
  type CellKind,
  cellRules,
  kindOf,
  type Reading,
  ruleAgainstDamage,
  ruleLeavingEmpty,
} from '../cells/cell-rules.js';
import {orderOf} from '../cells/read-date.js';
import type {CheckOptions, Fitted, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open.js';

/** One column of the rows that are sent. */
export type Slot = {
  readonly name: string;
  /** The field that it fills; undefined for a column of the service's sample that the file does not have. */
  readonly field: string | undefined;
  readonly kind: CellKind;
  /** The file's column for it, or -1. */
  readonly column: number;
  /** The part of a cell for this field, if the column fills several fields. */
  readonly part: ((text: string) => string) | undefined;
  readonly fallback: string;
  /** Whether a cell is sent as it stands, judged by its bytes. */
  readonly isSentAsIs: CellTest;
  /** Whether a cell can certainly be sent, and nothing about it is worth a word. */
  readonly isGood: CellTest;
  /** The value of a row, or why it has none. */
  readonly read: (record: RecordView) => Fitted;
  /** The same of a cell's text. */
  readonly valueFor: (text: string) => Fitted;
  /** Whether a value may be worth a word although it is sent. */
  readonly mayNote: boolean;
};

/** How the rows of a file are judged and sent, made once before they are read. */
export type Rules = {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly reading: Reading;
  /** The columns that are sent, in their order. */
  readonly slots: readonly Slot[];
  /** Those that the file fills. */
  readonly filled: readonly Slot[];
  /** The slot that identifies rows. A cell that is sent as it stands is the address itself. */
  readonly address: Slot;
};

/** Makes the rules of a file. Columns for fields that are neither known nor in `made` are skipped. */
export function makeRules(opened: Opened, options: CheckOptions, made: readonly ImportField[]): Rules {
  const {headers, dialect} = opened;
  const {dateOrder, countries, onlyListed, fixes} = options;
  const delimiter = delimiterName(dialect);
  const reading = {dateOrder, countries, onlyListed, fixes, semicolons: delimiter === ';'};
  const slots = layOut(opened, {...options, fields: [...options.fields, ...made]}, reading);
  const filled = slots.filter(({column}) => column >= 0);
  return {headers, delimiter, reading, slots, filled, address: filled.find(({kind}) => kind === 'address') as Slot};
}

/** Lays out the columns that are sent: those of the service's sample, even empty, then the others. */
function layOut(opened: Opened, options: CheckOptions, reading: Reading): Slot[] {
  const {fields, sampleHeader = []} = options;
  const fallbacks = readSet(options);
  const kinds = new Map(fields.map(field => [field.name, kindOf(field)]));
  const known = opened.columns.flatMap(each => each.fields).filter(field => kinds.has(field));
  const used = new Set([...known, ...fallbacks.keys()]);
  const slot = (name: string, field?: string): Slot =>
    makeSlot(name, field, kinds.get(field ?? '') ?? 'text', fallbacks.get(field ?? '') ?? '', {
      ...{opened, reading},
      isOurs: options.isOurs === true,
    });
  const headers = sampleHeader.map(trim);
  const candidates = toCandidates(headers, []).map(each => ({...each, filled: true}));
  const sampled = matchColumns(candidates, [...kinds.keys()]);
  const first = headers.map((name, at) => {
    const field = sampled.get(at);
    return slot(name, field !== undefined && used.has(field) ? field : undefined);
  });
  const placed = new Set(first.map(({field}) => field));
  return [...first, ...[...used].filter(field => !placed.has(field)).map(field => slot(field, field))];
}

type InFile = {readonly opened: Opened; readonly reading: Reading; readonly isOurs: boolean};

/** One column of the sent rows, with how the file's cells for it are tested and read. */
function makeSlot(
  name: string,
  field: string | undefined,
  kind: CellKind,
  fallback: string,
  {opened: {columns, dates}, reading, isOurs}: InFile,
): Slot {
  const column = columns.findIndex(({fields}) => field !== undefined && fields.includes(field));
  const {header = '', fields = [], isLeftEmpty: mayBeEmptied = false} = columns[column] ?? {};
  const ofKind = cellRules[kind]({...reading, shownOrder: orderOf(dates[column] ?? {})});
  const strict = isOurs || kind === 'address' ? ofKind : ruleAgainstDamage(ofKind, field ?? '', kind === 'text');
  const rule = mayBeEmptied ? ruleLeavingEmpty(strict, fallback) : strict;
  const {plain, whenEmpty, noun, fewValues} = rule;
  const part = fields.length > 1 ? partFor(field ?? '') : undefined;
  const valueFor = (cell: string): Fitted => {
    const text = part?.(cell) ?? cell;
    if (text === '') return whenEmpty === undefined ? {value: fallback} : {reason: `${whenEmpty} in “${header}”`};
    const fitted = rule.read(text);
    if ('value' in fitted) return fitted;
    return {reason: `${noun === undefined ? '' : `${noun} `}${excerpt(text)} in “${header}” ${fitted.reason}`};
  };
  const recall = fewValues ? cacheCells(column, valueFor) : undefined;
  const isSentAsIs: CellTest = part
    ? () => false
    : record => {
        const {starts, ends} = record.cells;
        return isPlain(record, column) && plain(record.bytes, starts[column] as number, ends[column] as number);
      };
  return {
    ...{name, field, kind, column, part, fallback, valueFor, isSentAsIs},
    mayNote: mayBeEmptied || kind === 'country' || kind === 'datetime-local',
    read: column < 0 ? () => valueFor('') : (recall ?? (record => valueFor(textOf(record, column)))),
    isGood(record) {
      if (isEmpty(record, column)) return whenEmpty === undefined;
      if (isSentAsIs(record)) return true;
      const fitted = recall?.(record);
      return fitted !== undefined && 'value' in fitted && fitted.note === undefined;
    },
  };
}

/** A cell's text in a reason. */
export const excerpt = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;

/** The values of `--set`, for rows without one. */
function readSet({set, fields, dateOrder, countries}: CheckOptions): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, text] of set) {
    const field = fields.find(candidate => candidate.name.toLowerCase() === name.toLowerCase());
    if (field === undefined) {
      const names = fields.map(candidate => candidate.name);
      throw new UsageError(`--set: contacts have no field “${name}”.`, {
        hint: didYouMean(name, names, 'The fields are'),
      });
    }
    if (field.name === 'email') {
      throw new UsageError('--set cannot give every row the same address.', {hint: 'Remove --set email.'});
    }
    if (values.has(field.name))
      throw new UsageError(`--set gives ${field.name} twice.`, {hint: `Give ${field.name} once.`});
    const fitted = cellRules[kindOf(field)]({semicolons: false, dateOrder, countries}).read(trim(text));
    if ('reason' in fitted)
      throw new UsageError(`--set ${field.name}: “${text}” ${fitted.reason}.`, {hint: 'Change the value after the =.'});
    values.set(field.name, fitted.value);
  }
  return values;
}
