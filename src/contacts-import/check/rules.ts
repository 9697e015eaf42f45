import {delimiterName} from '../../csv/sniff-dialect.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {Reading} from './cell-rule.js';
import {layOut, type Slot} from './layout.js';
import {type CellTest, certainlyGood} from './plain-bytes.js';

/** What the rows of a file must be, made once before they are read. */
export type Rules = Reading & {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly slots: readonly Slot[];
  /** Slots that come from a column of the file. */
  readonly filled: readonly Slot[];
  /** Those of them that some cell may not fit, and how to tell quickly that a cell does. */
  readonly checked: readonly CheckedSlot[];
  /** The one that tells the rows apart. A cell that is certainly good is the address as it stands. */
  readonly address: CheckedSlot;
};

export type CheckedSlot = Slot & {readonly isGood: CellTest};

/** Makes the rules of a file. Columns for fields that are neither known nor `made` are left out. */
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
  const {dateOrder, countries} = options;
  const delimiter = delimiterName(dialect);
  const reading = {dateOrder, countries, semicolons: delimiter === ';'};
  const slots = layOut(kept, {...options, fields}, reading);
  const filled = slots.filter(({column}) => column >= 0);
  const checked = filled.flatMap(toChecked);
  const address = checked.find(({kind}) => kind === 'address') as CheckedSlot;
  return {...reading, headers, delimiter, slots, filled, checked, address};
}

function toChecked(slot: Slot): CheckedSlot[] {
  const isGood = certainlyGood(slot.column, slot.rule, slot.kind === 'address');
  return isGood === undefined ? [] : [{...slot, isGood}];
}
