import {cellText} from '../../csv/bytes/cell-text.js';
import type {RecordView} from '../../csv/bytes/read-records.js';
import {slotValue} from './examine-row.js';
import {plainCell} from './plain-bytes.js';
import type {Rules} from './rules.js';

/** Reads the values of good rows as `valuesIn` finds them in a sent row, without writing a million rows. */
export function makeValueReader(rules: Rules): (record: RecordView) => Readonly<Record<string, string>> {
  const slots = rules.slots.flatMap(slot =>
    slot.field === undefined ? [] : [{slot, field: slot.field, stays: plainCell(slot.column, slot.rule.stays)}],
  );
  return record => {
    const {starts, ends} = record.cells;
    const values: Record<string, string> = {};
    for (const {slot, field, stays} of slots) {
      const {column, fallback} = slot;
      if (column < 0 || starts[column] === ends[column]) values[field] = fallback;
      else values[field] = stays(record) ? cellText(record, column) : fittedText(record, slot, rules);
    }
    return values;
  };
}

function fittedText(...[record, slot, rules]: Parameters<typeof slotValue>): string {
  const fitted = slotValue(record, slot, rules);
  return 'value' in fitted ? fitted.value : '';
}
