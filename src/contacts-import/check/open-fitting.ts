import {trim} from '../../records/fields/trim.js';
import {shellWord} from '../../words/shell-word.js';
import {cellRules, kindOf} from '../cells/cell-rules.js';
import {likelyValues} from '../cells/likely-values.js';
import type {CheckOptions} from '../file/contract.js';
import {type Opened, openImport} from '../file/open-import.js';

/** Opens a file, and leaves a column without a field if its header suggests one that its values cannot be. */
export async function openFitting(...[options, ...how]: Parameters<typeof openImport>): Promise<Opened> {
  const opened = await openImport(options, ...how);
  const unfit = unfitColumns(opened, options);
  return unfit.size === 0 ? opened : openImport({...options, unfit}, ...how);
}

/** A column as shown to a person; `dropped` if the user chose to skip it. */
export type Preview = {
  readonly header: string;
  readonly fields: readonly string[];
  readonly isNew: boolean;
  readonly dropped: boolean;
  readonly status: boolean;
  readonly samples: readonly string[];
};

/** The columns of a file before rows are checked, so that a person can be asked about unmatched ones. */
export async function previewColumns(options: CheckOptions): Promise<readonly Preview[]> {
  const {headers, plan, rows, status} = await openFitting(options, undefined, true);
  return headers.map((header, column) => ({
    header,
    fields: plan.split.find(split => split.column === column)?.fields ?? [plan.fields[column] ?? []].flat(),
    isNew: plan.fresh.some(fresh => fresh.column === column),
    dropped: plan.dropped.has(column),
    status: status.some(found => found.column === column),
    samples: [...new Set(rows.map(({texts}) => trim(texts[column] ?? '')).filter(text => text !== ''))].slice(0, 3),
  }));
}

/** Numbers and dates that no value of the first rows can be, in any reading. A single value may be a slip. */
function unfitColumns({headers, plan, rows}: Opened, {fields}: CheckOptions): ReadonlyMap<number, string> {
  const unfit = new Map<number, string>();
  for (const [column, name] of plan.fields.entries()) {
    const field = fields.find(each => each.name === name);
    if (field === undefined || plan.told.has(column)) continue;
    const kind = kindOf(field);
    if (kind !== 'number' && kind !== 'datetime-local') continue;
    const values = new Set(rows.map(({texts}) => trim(texts[column] ?? '')).filter(text => text !== ''));
    const reading = {dateOrder: 'dmy', countries: undefined, onlyListed: undefined, semicolons: false} as const;
    const rule = cellRules[kind](reading);
    const mayBe = (text: string) =>
      'value' in rule.read(text) ||
      likelyValues(kind, text, reading).some(({text: likely}) => 'value' in rule.read(likely));
    const [example = ''] = values;
    if (values.size < 2 || [...values].some(mayBe)) continue;
    const what = kind === 'number' ? 'numbers' : 'dates with a year';
    const asText = shellWord(`${headers[column] || column + 1}=+${field.name}_text`);
    unfit.set(
      column,
      `its values, such as “${example}”, are no ${what}, which ${field.name} holds. To keep them as text: --map ${asText}`,
    );
  }
  return unfit;
}
