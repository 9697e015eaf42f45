import {columnKey} from '../../csv/columns/match-columns.js';
import {trim} from '../../records/fields/fold-address.js';
import {shellWord} from '../../words/shell-word.js';
import {cellRules, kindOf} from '../cells/cell-rules.js';
import {type DatesSeen, orderOf, seeDate} from '../cells/guess-type.js';
import type {CheckOptions, DateOrder, ImportField} from '../file/contract.js';
import {type Opened, openImport} from '../file/open-import.js';
import {textField} from '../file/plan-columns.js';
import {suspectsIn} from './mail-watch.js';

/** A file as it was opened, the options with what its first values show about their columns, and the dates in these. */
export type Fitting = {
  readonly opened: Opened;
  readonly options: CheckOptions;
  readonly dates: ReadonlyMap<number, DatesSeen>;
};

/** Opens a file, and leaves a column without a field if its first values cannot be those of the field that its header suggests. */
export async function openFitting(...[options, ...how]: Parameters<typeof openImport>): Promise<Fitting> {
  const opened = await openImport(options, ...how);
  const dates = datesIn(opened);
  const fitting = {...options, unfit: unfitColumns(opened, options), shownOrders: ordersIn(dates)};
  return {opened: fitting.unfit.size === 0 ? opened : await openImport(fitting, ...how), options: fitting, dates};
}

/** A column as shown to a person; `dropped` if the user chose to skip it. */
export type Preview = {
  readonly header: string;
  readonly fields: readonly string[];
  readonly isNew: boolean;
  readonly dropped: boolean;
  /** Whether it says who gets no mail, or seems to, so that emk asks. */
  readonly status: 'says' | 'may say' | undefined;
  readonly samples: readonly string[];
};

/** The columns of a file before rows are checked, so that a person can be asked about unmatched ones. */
export async function previewColumns(options: CheckOptions): Promise<readonly Preview[]> {
  const {opened} = await openFitting(options, undefined, true);
  const {headers, plan, rows, status} = opened;
  const suspects = suspectsIn(opened, options);
  return headers.map((header, column) => ({
    header,
    fields: plan.split.find(split => split.column === column)?.fields ?? [plan.fields[column] ?? []].flat(),
    isNew: plan.fresh.some(fresh => fresh.column === column),
    dropped: plan.dropped.has(column),
    status: status.some(found => found.column === column) ? 'says' : suspects.has(column) ? 'may say' : undefined,
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
    const [example = ''] = values;
    if (mayBeSlip(values.size, headers[column], field, example)) continue;
    if ([...values].some(text => mayFit(kind, text))) continue;
    unfit.set(column, whyUnfit(headers, column, field, example));
  }
  return unfit;
}

/** Whether a value can be a number or a date in any reading, even in one that a person must choose. */
const mayFit = (kind: 'number' | 'datetime-local', text: string): boolean =>
  kind === 'number'
    ? /^[^\d]{0,4}\d[\d.,'’ \u00a0\u202f]*[^\d]{0,4}$/.test(text)
    : /^\d{5}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d\d$/.test(text) ||
      (['dmy', 'mdy'] as const).some(order => 'value' in dateIn(text, order));

const dateIn = (text: string, dateOrder: DateOrder) =>
  cellRules['datetime-local']({dateOrder, countries: undefined, onlyListed: undefined, semicolons: false}).read(text);

/** Whether the only value of a column may be a slip, and not what the column has: only a birthday lacks its year. */
const mayBeSlip = (values: number, header: string | undefined, {name}: ImportField, text: string): boolean =>
  values < 2 && (header === name || !hasNoYear(text));

/** Birthdays such as 03/14, of which no column of dates is made. */
const hasNoYear = (text: string): boolean => /^\d{1,2}[-/.]\d{1,2}\.?$/.test(text);

function whyUnfit(headers: readonly string[], column: number, field: ImportField, example: string): string {
  const what = kindOf(field) === 'number' ? 'numbers' : 'dates with a year';
  const asText = shellWord(`${columnKey(headers, column)}=+${textField(field.name)}`);
  return `its values, such as “${example}”, are no ${what}, which ${field.name} holds. To keep them as text: --map ${asText}`;
}

/** The order of the dates of each column that shows one. */
export const ordersIn = (dates: Iterable<readonly [number, DatesSeen]>): ReadonlyMap<number, DateOrder> =>
  new Map(
    [...dates].flatMap(([column, seen]) => {
      const order = orderOf(seen);
      return order === undefined ? [] : [[column, order] as const];
    }),
  );

/** The dates of each column in the first rows that may have some. */
function datesIn({headers, rows}: Opened): ReadonlyMap<number, DatesSeen> {
  return new Map(
    headers.map((_, column) => {
      const dates: DatesSeen = {};
      for (const {texts, line} of rows) seeDate(dates, trim(texts[column] ?? ''), line);
      return [column, dates] as const;
    }),
  );
}
