import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import {matchColumns} from '../../csv/columns/match-columns.js';
import {UsageError} from '../../errors.js';
import {trim} from '../../records/fields/fold-address.js';
import {didYouMean} from '../../words/closest.js';
import type {CellRule, Reading} from '../cells/cell-rule.js';
import {type CellKind, cellRules, kindOf, partFor, ruleForPart} from '../cells/cell-rules.js';
import {ruleAgainstDamage} from '../cells/damaged-cell.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {ColumnPlan} from '../file/plan-columns.js';
import {type CellTest, certainlyGood} from './plain-cells.js';

/** One column of the rows that are sent. */
export type Slot = {
  readonly name: string;
  /** The field that it fills; undefined for a column of the service's sample that the file does not have. */
  readonly field: string | undefined;
  readonly kind: CellKind;
  readonly rule: CellRule;
  /** The file's column for it, or -1. */
  readonly column: number;
  /** The part of a cell for this field, if the column fills several fields. */
  readonly part?: ((text: string) => string) | undefined;
  /** Whether the field stays empty because it cannot hold this value. */
  readonly unfitting?: ((text: string) => boolean) | undefined;
  readonly fallback: string;
};

/** Lays out the columns that are sent: those of the service's sample, even empty, then the others. */
function layOut(plan: ColumnPlan, options: LayoutOptions, reading: Reading): Slot[] {
  const {fields, sampleHeader = []} = options;
  const fallbacks = readSet(options);
  const kinds = new Map(fields.map(field => [field.name, kindOf(field)]));
  const splitFrom = new Map(plan.split.flatMap(({column, fields}) => fields.map(field => [field, column] as const)));
  const used = [...plan.fields.filter(field => field !== undefined), ...splitFrom.keys(), ...fallbacks.keys()];
  const columnOf = (field: string): number => splitFrom.get(field) ?? plan.fields.indexOf(field);
  const slot = (name: string, field: string): Slot => {
    const kind = kinds.get(field) ?? 'text';
    const column = columnOf(field);
    const fallback = fallbacks.get(field) ?? '';
    const plain = cellRules[kind]({...reading, shownOrder: options.shownOrders?.get(column)});
    const strict = options.isOurs || kind === 'address' ? plain : ruleAgainstDamage(plain, field, kind === 'text');
    const unfitting = plan.leftEmpty.has(column)
      ? (text: string) =>
          'reason' in strict.read(text) || (kind === 'country' && reading.countries?.(text) === undefined)
      : undefined;
    const rule = unfitting
      ? {
          ...strict,
          read: (text: string) => (unfitting(text) ? {value: fallback} : strict.read(text)),
          passes: kind === 'country' ? ('none' as const) : strict.passes,
        }
      : strict;
    const slot = {name, field, kind, rule, column, unfitting, fallback};
    return splitFrom.has(field) ? {...slot, rule: ruleForPart(rule), part: partFor(field)} : slot;
  };
  const headers = sampleHeader.map(trim);
  const candidates = headers.map((header, column) => ({
    header,
    column,
    filled: true,
    addresses: false,
    values: [],
  }));
  const sampled = matchColumns(
    candidates,
    fields.map(({name}) => name),
  );
  const first = headers.map((name, column) => {
    const field = sampled.get(column);
    return field !== undefined && used.includes(field)
      ? slot(name, field)
      : {name, field: undefined, kind: 'text' as const, rule: cellRules.text(reading), column: -1, fallback: ''};
  });
  const placed = new Set(first.map(({field}) => field));
  const rest = [...new Set(used)].filter(field => !placed.has(field)).map(field => slot(field, field));
  return [...first, ...rest];
}

type LayoutOptions = Pick<
  CheckOptions,
  'isOurs' | 'fields' | 'sampleHeader' | 'set' | 'dateOrder' | 'shownOrders' | 'countries'
>;

function readSet({set, fields, dateOrder, countries}: LayoutOptions): Map<string, string> {
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

/** The rules for the rows of a file, made once before reading the rows. */
export type Rules = Reading & {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly slots: readonly Slot[];
  readonly filled: readonly Slot[];
  /** The slots whose field stays empty in rows whose value it cannot hold. */
  readonly emptied: readonly Slot[];
  /** The slots that may have bad cells, each with a quick test for certainly valid cells. */
  readonly checked: readonly CheckedSlot[];
  /** The slot that identifies rows. A cell that passes its quick test is the address itself. */
  readonly address: CheckedSlot;
};

type CheckedSlot = Slot & {readonly isGood: CellTest};

/** Makes the rules of a file. Columns for fields that are neither known nor in `made` are skipped. */
export function makeRules(
  {headers, plan, dialect}: Opened,
  options: CheckOptions,
  made: readonly ImportField[],
): Rules {
  const fields = [...options.fields, ...made];
  const known = new Set(fields.map(({name}) => name));
  const kept = {
    ...plan,
    fields: plan.fields.map(field => (field !== undefined && known.has(field) ? field : undefined)),
  };
  const {dateOrder, countries, onlyListed, fixes} = options;
  const delimiter = delimiterName(dialect);
  const reading = {dateOrder, countries, onlyListed, fixes, semicolons: delimiter === ';'};
  const slots = layOut(kept, {...options, fields}, reading);
  const filled = slots.filter(({column}) => column >= 0);
  const checked = filled.flatMap(toChecked);
  const address = checked.find(({kind}) => kind === 'address') as CheckedSlot;
  const emptied = filled.filter(({kind, unfitting}) => kind !== 'address' && unfitting !== undefined);
  return {...reading, headers, delimiter, slots, filled, emptied, checked, address};
}

function toChecked(slot: Slot): CheckedSlot[] {
  const isGood = certainlyGood(slot.column, slot.rule, slot.kind === 'address');
  return isGood === undefined ? [] : [{...slot, isGood}];
}
