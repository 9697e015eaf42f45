import {viewing} from '../../api/describe/operation.js';
import type {Field, Loose, Param, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {closest} from '../../core/words/closest.js';
import {textOrNothing} from '../../core/words/values.js';
import type {Clock} from '../dates/span.js';
import {type Computed, inTheirPlaces} from '../fields/computed.js';
import {mayHold} from '../fields/field.js';
import {fieldCalled, headOf} from '../fields/heads.js';
import {type Order, parseSort} from './sort.js';
import {allHold, type Condition, parseWhere} from './where.js';

/** The requested part of a list: which records, in which order, how many, with which fields. */
export type View = {
  /** Paths of the fields to show, such as `contact_type.name`. */
  readonly columns: readonly string[];
  /** Whether fields beyond the records' shape are columns too. */
  readonly open: boolean;
  /** Whether the user chose the columns, so that JSON shows only those too. */
  readonly chosen: boolean;
  /** Whether the user asked for every field, however narrow the screen is. */
  readonly all: boolean;
  readonly computed: readonly Computed[];
  /** The columns from most to least important, if that differs from their order. */
  readonly importance: readonly string[];
  readonly conditions: readonly Condition[];
  readonly keep: ((record: Loose) => boolean) | undefined;
  readonly order: Order | undefined;
  readonly interrupted: AbortSignal | undefined;
  readonly limit: number | undefined;
  readonly count: boolean;
  readonly seen?: ((records: number) => void) | undefined;
};

/** The fields of one record to show: those that the user chose, or by default a short sheet of those with a value. */
export type Fields = {
  readonly columns: readonly string[];
  readonly computed: readonly Computed[];
  readonly chosen: boolean;
};

/** A condition for the records that a command works on. */
const whichRecords = {
  type: 'text',
  many: true,
  value: 'condition',
  help: "Only records that match, such as 'created_at>=last week'; = != < <= > >=, ~ for contains; repeat to narrow",
} as const satisfies Param;

const columns = {type: 'text', value: 'fields', help: 'Fields to show, such as id,created_at; or all'} as const;

export const listOptions = viewing({
  columns,
  where: whichRecords,
  sort: {type: 'text', many: true, value: 'fields', help: 'Order by fields; -created_at: newest first'},
  limit: {type: 'integer', value: 'n', help: 'At most this many records', limits: {min: 0}},
  count: {type: 'flag', help: 'Print only how many there are'},
});

/** What is known of a list before its options are read. */
export type Listed = {
  readonly shape: Shape;
  readonly columns: readonly string[];
  readonly computed?: readonly Computed[] | undefined;
  /** The columns from most to least important, if that differs from their order. */
  readonly importance?: readonly string[] | undefined;
  /** The clock for typed dates; needed only for conditions. */
  readonly clock?: Clock | undefined;
  readonly interrupted?: AbortSignal | undefined;
  readonly ids?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly own?: OwnFields;
};

/** What the account says of the custom fields that a line names; without an answer, they may hold anything. */
export type OwnFields = {
  /** The path as the account writes it: `custom_field.father_name` for `custom_field.Father name`. */
  readonly pathOf: (path: string) => string;
  /** The kind of a custom field. Its values are read like those of the fields that every record has. */
  readonly kindAt: (path: string) => Field | undefined;
};

const unasked: OwnFields = {pathOf: path => path, kindAt: () => undefined};

export type ViewInput = {readonly [option in keyof typeof listOptions]?: unknown};

/** Reads and checks the options of a list, before anything is sent. */
export function toView(
  input: ViewInput,
  {shape, columns, clock = inUtc, ids, own = unasked, interrupted, ...listed}: Listed,
): View {
  const {computed = [], importance = inTheirPlaces(columns, computed)} = listed;
  const asked = textOrNothing(input.columns);
  const sort = [input.sort ?? []].flat().map(String);
  const where = [input.where ?? []].flat().map(String);
  const fieldAfter = (option: string) => (typed: string) =>
    own.pathOf(readField(shape, typed, option, {mayBeOwn: true}));
  const order = sort.length === 0 ? undefined : parseSort(sort, {shape, fieldOf: fieldAfter('--sort')});
  const terms = {shape, clock, ids, fieldOf: fieldAfter('--where'), kindAt: own.kindAt};
  const conditions = where.length === 0 ? [] : parseWhere(where, terms);
  const names = asked === undefined ? columns : readColumns(asked, {shape, computed, mayBeOwn: true}).map(own.pathOf);
  const all = asked?.split(',').some(isAll) === true;
  const open = asked === undefined ? columns.length === 0 : all;
  return {
    columns: names,
    open,
    chosen: asked !== undefined && !open,
    all,
    computed,
    importance: asked === undefined ? importance : names,
    conditions,
    keep: where.length === 0 ? undefined : allHold(conditions),
    order,
    interrupted,
    limit: input.limit === undefined ? undefined : Number(input.limit),
    count: isOn(input.count),
  };
}

/** The option of every command that returns one record. */
export const sheetOption = viewing({columns});

type ShownFields = {
  readonly shape: Shape;
  /** The fields that people see by default; if omitted, all that say something to them. */
  readonly sheet?: readonly string[] | undefined;
  readonly computed?: readonly Computed[] | undefined;
  /** Whether another name may be that of a custom field, because the account is asked about it before anything else. */
  readonly mayBeOwn?: boolean | undefined;
};

/** The whole record for people, its name first: every field that has a value, except those that only the service uses. */
export const wholeSheet = (shape: Shape, ...names: readonly string[]): readonly string[] =>
  [...new Set([...names, ...Object.keys(shape)])].filter(name => !ofTheService.includes(name));

const ofTheService = [
  ...['user_id', 'rand_id', 'unique_open_token', 'template_json', 'json_code'],
  ...['automation_for_table', 'automation_type', 'exit_criteria'],
];

/** Reads and checks `--columns` for one record, before anything is sent. `undefined` means the whole record. */
export function toFields(asked: unknown, {shape, sheet, computed = [], mayBeOwn}: ShownFields): Fields | undefined {
  if (asked === undefined) {
    const columns = inTheirPlaces(sheet ?? wholeSheet(shape), computed);
    return {columns, computed, chosen: false};
  }
  const text = String(asked);
  const columns = readColumns(text, {shape, computed, mayBeOwn});
  return text.split(',').some(isAll) ? undefined : {columns, computed, chosen: true};
}

function readColumns(text: string, {shape, computed = [], mayBeOwn}: ShownFields): string[] {
  const names = text.split(',').flatMap(name => name.trim() || []);
  if (names.length === 0)
    throw new UsageError('--columns names no field.', {hint: 'Write it as in --columns id,name.'});
  const also = computed.map(({path}) => path);
  const paths = names
    .flatMap(name => (isAll(name) ? Object.keys(shape) : [name]))
    .map(path => (also.includes(path) ? path : readField(shape, path, '--columns', {also, mayBeOwn})));
  return [...new Set(paths)];
}

/** A clock for lists without typed dates. */
const inUtc: Clock = {now: () => new Date(), zones: () => ({})};

/** Whether a flag is set, in a line or in a file. */
export const isOn = (flag: unknown): boolean => flag === true || flag === 1;

const isAll = (name: string): boolean => name.trim() === 'all';

/** The field that was typed, by name or by head; refuses a field that the records do not have. */
export function readField(
  shape: Shape,
  path: string,
  option: string,
  {also = [], mayBeOwn = false}: {readonly also?: readonly string[]; readonly mayBeOwn?: boolean | undefined} = {},
): string {
  if (mayHold(shape, path)) return path;
  const called = fieldCalled(path, {shape, also});
  if (called !== undefined) return called;
  const names = [...Object.keys(shape), ...also];
  const near = closest(path, [...names, ...names.map(headOf)]);
  // Only the account can tell whether this is the name of a custom field.
  if (mayBeOwn && near === undefined && !path.includes('.') && Object.hasOwn(shape, 'custom_field'))
    return `custom_field.${path}`;
  const known = names.filter(name => !ofTheService.includes(name)).map(headOf);
  throw new UsageError(`${option} names a field "${path}" that these records do not have.`, {
    hint: near ? `Did you mean ${near}?` : `They have ${[...new Set(known)].join(', ')}.`,
  });
}
