import {type AddressParts, splitAddress, splitName} from '../../csv/columns/split-cells.js';
import type {CellRule} from './cell-rule.js';

/** The part of a split column's cell that a field gets; undefined for a field that no column is split for. */
export const partFor = (field: string): ((text: string) => string) | undefined => parts.get(field);

/** The rule for a part of a cell: its bytes are never the value, and it passes undecoded only if nothing is refused. */
export const ruleForPart = (rule: CellRule): CellRule => ({
  ...rule,
  passes: rule.passes === 'any' ? 'any' : 'none',
  stays: 'none',
});

const addressFields: ReadonlyArray<readonly [field: string, part: keyof AddressParts]> = [
  ['address_line1', 'line1'],
  ['address_line2', 'line2'],
  ['city', 'city'],
  ['state_province_region', 'state'],
  ['postal_code', 'zip'],
  ['country', 'country'],
];

const parts: ReadonlyMap<string, (text: string) => string> = new Map([
  ['first_name', (text: string) => splitName(text).first],
  ['last_name', (text: string) => splitName(text).last],
  ...addressFields.map(([field, part]) => [field, (text: string) => splitAddress(text)[part]] as const),
]);
