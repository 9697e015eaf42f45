import {type Choice, fitting, orBack} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import {andList, counted} from '../../core/words/sentence.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {isAddress} from '../../records/fields/email-address.js';
import {headOf} from '../../records/fields/heads.js';
import {answeredMap, madeName} from '../file/columns.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import {openImport, valuesOf} from '../file/open.js';

/** A column as shown to a person. */
type Column = {
  readonly header: string;
  /** What `--map` calls it. */
  readonly key: string;
  readonly fields: readonly string[];
  readonly saysWhoGetsNoMail: boolean;
  readonly samples: readonly string[];
  /** What it fills, as `--map` says it; undefined until it is decided. Several fields have ` & ` between them. */
  readonly fills: string | undefined;
};

const AND = ' & ';

/** The columns of a file before rows are checked, so that a person can be asked about unmatched ones. */
export async function previewColumns(options: CheckOptions): Promise<readonly Column[]> {
  const opened = await openImport(options, true);
  return opened.columns.map(({header, fields, isNew, isNamed}, at) => {
    const samples = [...new Set(valuesOf(opened.rows, at).map(({text}) => text))].slice(0, 3);
    // A column without values needs no answer.
    const unfilled = isNamed || samples.length === 0 ? '' : undefined;
    return {
      ...{header, fields, samples, key: columnKey(opened.headers, at)},
      saysWhoGetsNoMail: opened.status.some(found => found.column === at),
      fills: fields.length > 0 ? `${isNew ? '+' : ''}${fields.join(AND)}` : unfilled,
    };
  });
}

type Pairs = CheckOptions['map'];

const isOpen = ({fills, saysWhoGetsNoMail}: Column): boolean => fills === undefined && !saysWhoGetsNoMail;

const fieldsIn = (fills: Column['fills']): readonly string[] => (fills ? fills.replace(/^\+/, '').split(AND) : []);

const isAddressIn = (columns: readonly Column[]): boolean =>
  columns.some(({fills}) => fieldsIn(fills).includes('email'));

/** Whether a person must decide about a column: it matches no field, or no column is the address. */
export const hasOpenColumns = (columns: readonly Column[]): boolean => columns.some(isOpen) || !isAddressIn(columns);

/** Shows all columns as one list, and returns the changed map. Esc at a column goes back to the list. */
export async function matchColumns(
  {ask}: Pick<Context, 'ask'>,
  first: readonly Column[],
  known: readonly ImportField[],
  map: Pairs,
): Promise<Pairs> {
  const names = known.map(({name}) => name);
  let columns = withAddress(first);
  for (;;) {
    const step = await ask.pick<number | 'end' | 'skip' | 'new'>(
      'Which field does each column fill?',
      [...endings(columns), ...columns.map((column, value) => ({...inWords(column, names), value}))],
      {help: 'choose a column to change it'},
    );
    if (step === 'skip' || step === 'new') columns = settled(columns, names, step);
    else if (step !== 'end' && !columns[step]?.saysWhoGetsNoMail) columns = await matchOne({ask}, columns, names, step);
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
  return isAddressIn(columns) ? [{name: 'Continue', value: 'end'}] : [];
}

const nameOf = ({header, key}: Column): string => header || `column ${key}`;

function inWords(column: Column, known: readonly string[]) {
  const {samples, fills, saysWhoGetsNoMail} = column;
  const field = fills?.startsWith('+') ? `${fills.slice(1)} (new)` : andList(fieldsIn(fills).map(calledAmong(known)));
  const target = saysWhoGetsNoMail ? 'who gets no mail' : fills === undefined ? '?' : field || 'skip';
  return {name: nameOf(column), note: [`→ ${target}`, ...samples.slice(0, 1)].join(' · ')};
}

/** Asks what one column fills. A column that had the same field becomes open again, because a field is filled once. */
async function matchOne(
  {ask}: Pick<Context, 'ask'>,
  columns: readonly Column[],
  known: readonly string[],
  at: number,
): Promise<readonly Column[]> {
  const asked = columns[at] as Column;
  const fields = known.map(field => ({name: calledAmong(known)(field), also: field, value: field}));
  const taken = new Set(known.map(field => field.toLowerCase()));
  const targets = (typed: string): readonly Choice<string>[] => {
    const name = typed.trim() || madeName(asked.header, at, taken);
    const isFree = /^\w+$/.test(name) && !taken.has(name.toLowerCase());
    const fresh = isFree ? [{name: `new field “${name}”`, value: `+${name}`}] : [];
    return [...fitting([...fields, {name: 'skip this column', value: ''}], typed.trim()), ...fresh];
  };
  const fills = await orBack(
    () => ask.pick(`What is in "${nameOf(asked)}"?`, targets, {help: 'type the name of a field'}),
    () => undefined,
  );
  if (fills === undefined) return columns;
  const isTaken = (column: Column) => fieldsIn(column.fills).some(field => fieldsIn(fills).includes(field));
  return columns.map((each, index) =>
    index === at ? {...each, fills} : isTaken(each) ? {...each, fills: undefined} : each,
  );
}

function settled(columns: readonly Column[], known: readonly string[], how: 'skip' | 'new'): readonly Column[] {
  const taken = new Set([...known, ...columns.flatMap(({fills}) => fieldsIn(fills))].map(name => name.toLowerCase()));
  return columns.map((column, at) => {
    if (!isOpen(column)) return column;
    if (how === 'skip') return {...column, fills: ''};
    const name = madeName(column.header, at, taken);
    taken.add(name);
    return {...column, fills: `+${name}`};
  });
}

/** The map with what was changed. If a field was taken from its column, all are named, so that no other matches it next time. */
function changedMap(map: Pairs, first: readonly Column[], columns: readonly Column[]): Pairs {
  const isChanged = columns.map(({fills}, at) => fills !== first[at]?.fills);
  const all = first.some(({fills}, at) => isChanged[at] && fieldsIn(fills).length > 0);
  const answers = columns.flatMap(({key, fills, saysWhoGetsNoMail, samples}, at) => {
    const isSaid = !saysWhoGetsNoMail && (isChanged[at] || (all && samples.length > 0));
    return isSaid && fills !== undefined && fieldsIn(fills).length < 2 ? [[key, fills] as const] : [];
  });
  return answeredMap(map, answers);
}

/** Suggests the first column with addresses as the address column, if no header names it. */
function withAddress(columns: readonly Column[]): readonly Column[] {
  if (isAddressIn(columns)) return columns;
  const at = columns.findIndex(({samples, saysWhoGetsNoMail}) => !saysWhoGetsNoMail && samples.some(isAddress));
  return columns.map((column, index) => (index === at ? {...column, fills: 'email'} : column));
}

/** What a field is called where people match columns with it: the word above it, or its own name where two have that word. */
const calledAmong =
  (known: readonly string[]) =>
  (field: string): string =>
    known.some(other => other !== field && headOf(other) === headOf(field)) ? field : headOf(field);
