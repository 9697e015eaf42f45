import {trim} from '../../api/trim.js';
import {matchColumns} from '../../csv/match-columns.js';
import {UsageError} from '../../errors.js';
import {didYouMean} from '../../records/closest.js';
import type {CheckOptions, ImportField} from '../file/contract.js';
import type {ColumnPlan} from '../file/plan-columns.js';
import {fitCell} from './fit-cell.js';

/** One column of what is sent. */
export type Slot = {
  /** Its name in the header. */
  readonly name: string;
  /** The field it fills; none for a column of the service's sample that nothing fills. */
  readonly field: string | undefined;
  readonly type: ImportField['type'];
  /** The column of the file it comes from, or -1. */
  readonly column: number;
  /** What an empty cell becomes. */
  readonly fallback: string;
};

/**
The columns as they are sent: those of the service's sample in its order, empty ones too, since nobody knows whether the
service goes by names or by places; then the rest, in the file's order.
*/
export function layOut(plan: ColumnPlan, options: LayoutOptions): Slot[] {
  const {fields, sampleHeader = []} = options;
  const fallbacks = readSet(options);
  const types = new Map(fields.map(({name, type}) => [name, type]));
  const used = [...plan.fields.filter(field => field !== undefined), ...fallbacks.keys()];
  const slot = (name: string, field: string): Slot => ({
    name,
    field,
    type: types.get(field) ?? 'text',
    column: plan.fields.indexOf(field),
    fallback: fallbacks.get(field) ?? '',
  });
  const headers = sampleHeader.map(trim);
  const candidates = headers.map((header, column) => ({header, column, filled: true}));
  const sampled = matchColumns(
    candidates,
    fields.map(({name}) => name),
  );
  const first = headers.map((name, column) => {
    const field = sampled.get(column);
    return field !== undefined && used.includes(field) ? slot(name, field) : emptySlot(name);
  });
  const placed = new Set(first.map(({field}) => field));
  const rest = [...new Set(used)].filter(field => !placed.has(field)).map(field => slot(field, field));
  return [...first, ...rest];
}

type LayoutOptions = Pick<CheckOptions, 'fields' | 'sampleHeader' | 'set' | 'dateOrder' | 'countries'>;

const emptySlot = (name: string): Slot => ({name, field: undefined, type: 'text', column: -1, fallback: ''});

/** The values of `--set`, as their fields take them. */
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
      throw new UsageError('--set cannot give every row the same address.', {hint: 'Leave --set email out.'});
    }
    if (values.has(field.name)) throw new UsageError(`--set gives ${field.name} twice.`, {hint: 'Give it once.'});
    if (field.name === 'country' && countries !== undefined && countries(trim(text)) === undefined) {
      throw new UsageError(`--set country: the service has no country “${text}”.`, {
        hint: 'Give its English name or its code of two letters. Run: emk locations countries',
      });
    }
    const fitted = fitCell(trim(text), field.name, field.type, {semicolons: false, dateOrder, countries});
    if ('reason' in fitted) throw new UsageError(`--set ${field.name}: “${text}” ${fitted.reason}.`);
    values.set(field.name, fitted.value);
  }
  return values;
}
