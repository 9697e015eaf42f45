import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {Reading} from './cell-rule.js';
import {layOut, type Slot} from './layout.js';
import {type CellTest, certainlyGood} from './plain-bytes.js';

/** The rules for the rows of a file, made once before the rows are read. */
export type Rules = Reading & {
  readonly headers: readonly string[];
  readonly delimiter: string;
  readonly slots: readonly Slot[];
  /** Slots that come from a column of the file. */
  readonly filled: readonly Slot[];
  /** Those of them that a bad cell may be in, each with a quick test for cells that are certainly good. */
  readonly checked: readonly CheckedSlot[];
  /** The slot whose values tell rows apart. A cell that passes its quick test is the address as it is. */
  readonly address: CheckedSlot;
};

type CheckedSlot = Slot & {readonly isGood: CellTest};

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
  const {dateOrder, countries, onlyListed} = options;
  const delimiter = delimiterName(dialect);
  const reading = {dateOrder, countries, onlyListed, semicolons: delimiter === ';'};
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
