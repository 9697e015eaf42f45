import {delimiterName} from '../../csv/bytes/sniff-dialect.js';
import type {Reading} from '../cells/cell-rules.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import {layOut, type Slot} from './layout.js';
import {type CellTest, certainlyGood} from './plain-bytes.js';

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
