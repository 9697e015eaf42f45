import {type Choice, fitting, orBack} from '../../change/ask.js';
import type {Context} from '../../commands/command.js';
import {andList, counted} from '../../core/words/sentence.js';
import {isAddress} from '../../records/fields/email-address.js';
import {headOf} from '../../records/fields/heads.js';
import {answeredMap, madeName, type PlannedColumn} from '../file/columns.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import {openImport, valuesOf} from '../file/open.js';

/** A column as shown to a person; `isNamed` without a field if somebody chose to skip it. */
export type Preview = Pick<PlannedColumn, 'header' | 'fields' | 'isNew' | 'isNamed'> & {
  readonly saysWhoGetsNoMail: boolean;
  readonly samples: readonly string[];
};

/** The columns of a file before rows are checked, so that a person can be asked about unmatched ones. */
export async function previewColumns(options: CheckOptions): Promise<readonly Preview[]> {
  const opened = await openImport(options, true);
  return opened.columns.map((column, at) => ({
    ...column,
    saysWhoGetsNoMail: opened.status.some(found => found.column === at),
    samples: [...new Set(valuesOf(opened.rows, at).map(({text}) => text))].slice(0, 3),
  }));
}

type Pairs = CheckOptions['map'];

type Column = {
  readonly header: string;
  readonly examples: readonly string[];
  /** What it fills, as `--map` says it; undefined until it is decided. Several fields have ` & ` between them. */
  readonly fills: string | undefined;
  /** Why it cannot be changed, in place of its field. */
  readonly fixed: string | undefined;
};

/** Whether a person must decide about a column: it matches no field, or no column is the address. */
export const hasOpenColumns = (columns: readonly Preview[]): boolean =>
  columns.map(column => toColumn(column, columns)).some(isOpen) ||
  !columns.some(({fields}) => fields.includes('email'));

/** Shows all columns as one list, and returns the changed map. Esc at a column goes back to the list. */
export async function matchColumns(
  {ask}: Pick<Context, 'ask'>,
  previews: readonly Preview[],
  known: readonly ImportField[],
  map: Pairs,
): Promise<Pairs> {
  const names = known.map(({name}) => name);
  const first = previews.map(column => toColumn(column, previews));
  let columns = withAddress(first);
  for (;;) {
    const step = await ask.pick<number | 'end' | 'skip' | 'new'>(
      'Which field does each column fill?',
      [...endings(columns), ...columns.map((column, value) => ({...inWords(column, names), value}))],
      {help: 'choose a column to change it'},
    );
    if (step === 'skip' || step === 'new') columns = settled(columns, names, step);
    else if (step !== 'end' && columns[step]?.fixed === undefined)
      columns = await matchOne({ask}, columns, names, step);
    if (typeof step === 'string' && endings(columns)[0]?.value === 'end') return changedMap(map, first, columns);
  }
}

/** What ends the list: it must have the address, and no column that is not decided. */
function endings(columns: readonly Column[]): ReadonlyArray<Choice<'end' | 'skip' | 'new'>> {
  const open = columns.filter(isOpen).length;
  const some = counted(open, 'column');
  if (open > 0)
    return [
      {name: `Skip the ${some} without a field`, value: 'skip'},
      {name: `Make a new field for each of the ${some} without one`, value: 'new'},
    ];
  return columns.some(column => isFilledBy(column, 'email')) ? [{name: 'Continue', value: 'end'}] : [];
}

const isOpen = ({fills, fixed}: Column): boolean => fills === undefined && fixed === undefined;

function inWords({header, examples, fills, fixed}: Column, known: readonly string[]) {
  const field = fills?.startsWith('+') ? `${fills.slice(1)} (new)` : andList(fieldsIn(fills).map(calledAmong(known)));
  const target = fixed ?? (fills === undefined ? '?' : fills === '' ? 'skip' : field);
  return {name: header, note: [`→ ${target}`, ...examples.slice(0, 1)].join(' · ')};
}

/** Asks what one column fills. A column that had the same field becomes open again, because a field is filled once. */
async function matchOne(
  {ask}: Pick<Context, 'ask'>,
  columns: readonly Column[],
  known: readonly string[],
  at: number,
): Promise<readonly Column[]> {
  const {header} = columns[at] as Column;
  const fields = known.map(field => ({name: calledAmong(known)(field), also: field, value: field}));
  const skip = {name: 'skip this column', value: ''};
  const suggested = madeName(header, at, namesIn(known));
  const targets = (typed: string): readonly Choice<string>[] => {
    const name = typed.trim();
    const isTaken = known.some(field => field.toLowerCase() === name.toLowerCase());
    const fresh = name === '' ? suggested : /^\w+$/.test(name) && !isTaken ? name : undefined;
    return [
      ...fitting([...fields, skip], name),
      ...(fresh === undefined ? [] : [{name: `new field “${fresh}”`, value: `+${fresh}`}]),
    ];
  };
  const fills = await orBack(
    () => ask.pick(`What is in "${header}"?`, targets, {help: 'type the name of a field'}),
    () => undefined,
  );
  if (fills === undefined) return columns;
  const isTaken = (column: Column) => fieldsIn(fills).some(field => isFilledBy(column, field));
  return columns.map((each, index) =>
    index === at ? {...each, fills} : isTaken(each) ? {...each, fills: undefined} : each,
  );
}

/** Skips all columns that match nothing, or creates a field for each. */
function settled(columns: readonly Column[], known: readonly string[], how: 'skip' | 'new'): readonly Column[] {
  const taken = namesIn([...known, ...columns.flatMap(({fills}) => fieldsIn(fills))]);
  return columns.map((column, at) => {
    if (!isOpen(column)) return column;
    if (how === 'skip') return {...column, fills: ''};
    const name = madeName(column.header, at, taken);
    taken.add(name);
    return {...column, fills: `+${name}`};
  });
}

const namesIn = (fields: readonly string[]): Set<string> => new Set(fields.map(field => field.toLowerCase()));

/** The map with what was changed. If a field was taken from its column, all are named, so that no other matches it next time. */
function changedMap(map: Pairs, first: readonly Column[], columns: readonly Column[]): Pairs {
  const changed = columns.map(({fills}, at) => fills !== first[at]?.fills);
  const all = first.some(({fills}, at) => changed[at] && fieldsIn(fills).length > 0);
  const answers = columns.flatMap(({header, fills, fixed, examples}, at) => {
    const isSaid = changed[at] || (all && examples.length > 0);
    return isSaid && fills !== undefined && fixed === undefined && fieldsIn(fills).length < 2
      ? [[header, fills] as const]
      : [];
  });
  return answeredMap(map, answers);
}

function toColumn(
  {header, samples, fields, saysWhoGetsNoMail, isNew, isNamed}: Preview,
  columns: readonly Preview[],
): Column {
  const matched = isNew ? `+${fields[0]}` : fields.join(AND);
  // A column without values needs no answer.
  const isEmpty = isNamed || samples.length === 0;
  // An answer names a column by its header, so the header must be unique.
  const isAlone = columns.filter(each => each.header === header).length === 1;
  const unnamed = header === '' ? 'skip: no name' : isAlone ? undefined : 'name used twice';
  return {
    header,
    examples: samples,
    fills: fields.length > 0 ? matched : isEmpty ? '' : undefined,
    fixed: saysWhoGetsNoMail ? 'who gets no mail' : unnamed,
  };
}

/** Suggests the first column with addresses as the address column, if no header names it. */
function withAddress(columns: readonly Column[]): readonly Column[] {
  if (columns.some(column => isFilledBy(column, 'email'))) return columns;
  const at = columns.findIndex(({examples, fixed}) => fixed === undefined && examples.some(isAddress));
  return columns.map((column, index) => (index === at ? {...column, fills: 'email'} : column));
}

const AND = ' & ';

const fieldsIn = (fills: Column['fills']): readonly string[] => (fills ? fills.replace(/^\+/, '').split(AND) : []);

const isFilledBy = ({fills}: Column, field: string): boolean => fieldsIn(fills).includes(field);

/** What a field is called where people match columns with it: the word above it, or its own name where two have that word. */
const calledAmong =
  (known: readonly string[]) =>
  (field: string): string =>
    known.some(other => other !== field && headOf(other) === headOf(field)) ? field : headOf(field);
