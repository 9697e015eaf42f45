import {UsageError} from '../../core/errors.js';
import {didYouMean} from '../../core/words/closest.js';
import type {RecordView} from '../../csv/bytes/read-records.js';
import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {matchColumns, toCandidates} from '../../csv/columns/match-columns.js';
import {splitAddress, splitName} from '../../csv/columns/split-cells.js';
import {trim} from '../../records/fields/fold-address.js';
import {
  type CellKind,
  type CellReading,
  cacheCells,
  cellKindOf,
  cellRules,
  cleanedCell,
  isEmptyCell,
  isPlain,
  ruleAgainstDamage,
  ruleLeavingEmpty,
} from '../cells/cell-rules.js';
import type {CheckOptions, Fitted, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open.js';

/** How the rows of a file are judged and sent, made once before they are read. */
export type Rules = ReturnType<typeof makeRules>;

/**
 * Makes the rules of a file. The columns that are sent are those of the service's sample, even empty, then the others.
 * Columns for fields that are neither known nor in `made` are skipped.
 */
export function makeRules(opened: Opened, options: CheckOptions, made: readonly ImportField[]) {
  const {headers, dialect, columns} = opened;
  const {dateOrder, countries, onlyListed, fixes, isOurs = false, sampleHeader = []} = options;
  const delimiter = delimiterName(dialect);
  const reading: CellReading = {dateOrder, countries, onlyListed, fixes, semicolons: delimiter === ';'};
  const kinds = new Map([...options.fields, ...made].map(field => [field.name, cellKindOf(field)]));
  const fallbacks = readSet(options);
  const filling = columns.flatMap(each => each.fields).filter(field => kinds.has(field));
  const used = new Set([...filling, ...fallbacks.keys()]);
  const slot = (name: string, field?: string): Slot =>
    makeSlot(
      {name, field, kind: kinds.get(field ?? '') ?? 'text', fallback: fallbacks.get(field ?? '') ?? ''},
      opened,
      {
        reading,
        isOurs,
      },
    );
  const sample = sampleHeader.map(trim);
  const candidates = toCandidates(sample, []).map(each => ({...each, filled: true}));
  const sampled = matchColumns(candidates, [...kinds.keys()]);
  const first = sample.map((name, at) => slot(name, used.has(sampled.get(at) ?? '') ? sampled.get(at) : undefined));
  const placed = new Set(first.map(({field}) => field));
  const slots = [...first, ...[...used].filter(field => !placed.has(field)).map(field => slot(field, field))];
  const filled = slots.filter(({column}) => column >= 0);
  return {
    ...{headers, delimiter, slots},
    filled,
    /** The slot that identifies rows. A cell that is sent as it stands is the address itself. */
    address: filled.find(({kind}) => kind === 'address') as Slot,
  };
}

/** A column of the rows that are sent. The file has a column for its field, or `--set` a value, or it stays empty. */
export type Slot = ReturnType<typeof makeSlot>;

type CellTest = (record: RecordView) => boolean;

function makeSlot(
  sent: {readonly name: string; readonly field: string | undefined; readonly kind: CellKind; readonly fallback: string},
  {columns, orders}: Opened,
  {reading, isOurs}: {readonly reading: CellReading; readonly isOurs: boolean},
) {
  const {field, kind, fallback} = sent;
  const column = columns.findIndex(({fields}) => field !== undefined && fields.includes(field));
  const {header = '', fields = [], isLeftEmpty = false} = columns[column] ?? {};
  const ofKind = cellRules[kind]({...reading, shownOrder: orders[column]});
  const strict = isOurs || kind === 'address' ? ofKind : ruleAgainstDamage(ofKind, field ?? '', kind === 'text');
  const rule = isLeftEmpty ? ruleLeavingEmpty(strict, fallback) : strict;
  const noun = {address: 'the address ', country: 'the country '}[kind as string] ?? '';
  const part = fields.length > 1 ? partFor(field ?? '') : undefined;
  const valueFor = (cell: string): Fitted => {
    const text = part?.(cell) ?? cell;
    if (text === '') return kind === 'address' ? {reason: `the address is missing in “${header}”`} : {value: fallback};
    const fitted = rule.read(text);
    return 'value' in fitted ? fitted : {reason: `${noun}${quotedExcerpt(text)} in “${header}” ${fitted.reason}`};
  };
  const recall = rule.fewValues ? cacheCells(column, valueFor) : undefined;
  const read = (record: RecordView): Fitted =>
    column < 0 ? valueFor('') : (recall?.(record) ?? valueFor(cleanedCell(record, column)));
  /** Whether a cell is sent as it stands, judged by its bytes. */
  const isSentAsIs: CellTest = ({bytes, cells}) =>
    part === undefined &&
    isPlain(bytes, cells, column) &&
    rule.plain(bytes, cells.starts[column] as number, cells.ends[column] as number);
  return {
    ...sent,
    column,
    /** The part of a cell for this field, if the column fills several fields. */
    part,
    isSentAsIs,
    read,
    valueFor,
    /** Whether a value may be worth a word although it is sent. */
    mayNote: isLeftEmpty || kind === 'country',
    /** Whether a cell can certainly be sent, and nothing about it is worth a word. */
    isGood(record: RecordView): boolean {
      if (isEmptyCell(record, column)) return kind !== 'address';
      if (isSentAsIs(record)) return true;
      const fitted = recall?.(record);
      return fitted !== undefined && 'value' in fitted && fitted.note === undefined;
    },
  };
}

/** The part of a split column's cell that a field gets. */
const partFor =
  (field: string) =>
  (text: string): string =>
    Object.entries({...splitName(text), ...splitAddress(text)}).find(([name]) => name === field)?.[1] ?? '';

export const quotedExcerpt = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;

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
    const fitted = cellRules[cellKindOf(field)]({semicolons: false, dateOrder, countries, onlyListed: true}).read(
      trim(text),
    );
    if ('reason' in fitted)
      throw new UsageError(`--set ${field.name}: “${text}” ${fitted.reason}.`, {hint: 'Change the value after the =.'});
    values.set(field.name, fitted.value);
  }
  return values;
}

const needsQuotes = /[",\r\n]/;

export const toCsvCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Whether PHP would misread a cell: within quotes, it takes a backslash before a quote to keep the cell open. */
export const phpMisreads = (text: string): boolean =>
  text.includes('\\') && needsQuotes.test(text) && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(text);
