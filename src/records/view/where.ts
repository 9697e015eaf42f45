import type {Field, Loose, Refers, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import type {Clock} from '../dates/span.js';
import {fieldAt, isDate, isRefers, kindOf, sentWordsOf} from '../fields/field.js';
import {type Reader, toReader} from '../fields/path.js';
import {compact, isNever, toReadable} from '../fields/readable.js';
import {type Operand, readOperand, splitCondition, type Typed} from './condition.js';
import {fold, isEmpty} from './sort.js';

type RecordTest = (record: Loose) => boolean;

type Terms = {
  readonly shape: Shape;
  readonly clock: Clock;
  readonly fieldOf: (typed: string) => string;
  readonly kindAt?: (path: string) => Field | undefined;
  readonly ids?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly option?: string;
  readonly example?: string;
};

export type Condition = {
  readonly text: string;
  readonly path: string;
  readonly holds: RecordTest;
  /** How emk understood a date or a blank value, in case the person meant something else. */
  readonly reading: string | undefined;
  /** The record that its value may name, if ids are compared. */
  readonly names: {readonly field: Refers; readonly text: string} | undefined;
};

/** Reads conditions such as `status=sent` or `created_at>=2026-03-04`, all of which must hold. */
export const parseWhere = (texts: readonly string[], terms: Terms): readonly Condition[] =>
  texts.map(text => parseCondition(text, terms));

export const allHold =
  (conditions: readonly Condition[]): RecordTest =>
  record =>
    conditions.every(({holds}) => holds(record));

/** Reads one condition. Its field's kind decides which values it takes and how they are compared. */
function parseCondition(
  text: string,
  {shape, clock, fieldOf, kindAt, ids, option = '--where', example = 'status=sent'}: Terms,
): Condition {
  const typedAs = splitCondition(text, option, example);
  const path = fieldOf(typedAs.path);
  const {operator, operand, quoted} = typedAs;
  const isWord = (operator === '=' || operator === '!=') && !quoted;
  const joined = isWord ? joinedBy(shape, path, operand) : undefined;
  const own = {path, field: fieldAt(shape, path) ?? kindAt?.(path)};
  const idsHere = ids?.get(text);
  const typed: Typed = {...typedAs, ...(joined && idsHere ? joined : own), text, clock, ids: idsHere};
  const found = {text, path, reading: undefined, names: undefined};
  if (operand === '') return {...found, holds: ofNothing(typed, option)};
  const read = readerOf(typed);
  if (operator === '~') return {...found, holds: containing(typed, read)};
  const {equals, order, reading} = readOperand(typed);
  const refers = joined?.field ?? own.field;
  const names = isWord && isRefers(refers) ? {field: refers, text: operand} : undefined;
  return {...found, holds: testsOf(read, {equals, order})[operator], reading, names};
}

/** What each sign asks of a record, by how its values compare with the operand. */
function testsOf(read: Reader, {equals, order}: Operand) {
  const equal = (record: Loose): boolean => some(read(record), value => !isNothing(value) && equals(value));
  const ordered =
    (holds: (order: number) => boolean): RecordTest =>
    record =>
      some(read(record), value => {
        const place = isNothing(value) ? undefined : order(value);
        return place !== undefined && holds(place);
      });
  return {
    '=': equal,
    '!=': (record: Loose) => !equal(record),
    '<': ordered(place => place < 0),
    '<=': ordered(place => place <= 0),
    '>': ordered(place => place > 0),
    '>=': ordered(place => place >= 0),
  };
}

/** The field with the id of a nested record, so that an unknown list is refused and matches nobody. */
function joinedBy(shape: Shape, path: string, operand: string): {path: string; field: Refers} | undefined {
  const [first = '', below] = path.split('.');
  const id = `${first}_id`;
  const field = fieldAt(shape, id);
  if (kindOf(fieldAt(shape, first)) !== 'json' || !isRefers(field)) return undefined;
  if (below !== undefined && (below !== 'name' || /^\d+$/.test(operand))) return undefined;
  return {path: id, field};
}

/** `first_name=` finds records without a first name, and `first_name!=` those with one. */
function ofNothing({path, operator}: Typed, option: string): RecordTest {
  if (operator !== '=' && operator !== '!=') {
    throw new UsageError(`${option} "${path}${operator}" has no value to compare with.`, {
      hint: `To find records where it is empty, write ${option} '${path}='.`,
    });
  }
  const read = toReader(path);
  const empty = (record: Loose): boolean => some(read(record), isNothing);
  return operator === '=' ? empty : record => !empty(record);
}

/** Reads the values to compare. Ids of several kinds are also read with their kind: `contacts_3`. */
function readerOf({path, field}: Typed): Reader {
  const read = toReader(path);
  if (!isRefers(field) || field.beside === undefined) return read;
  const readKind = toReader(field.beside);
  return record => {
    const id = read(record);
    return isNothing(id) ? id : [id, `${compact(readKind(record))}${compact(id)}`];
  };
}

function containing({field, operand, clock}: Typed, read: Reader): RecordTest {
  const called = sentWordsOf(field) ?? [];
  const wanted = fold(operand);
  const shown = toReadable(field, isDate(field) ? (clock.zones().service ?? 'UTC') : undefined);
  return record => {
    const value = read(record);
    return [compact(value), shown(value), called[Number(value)] ?? ''].some(text => fold(text).includes(wanted));
  };
}

/** Whether a field holds nothing. The service writes zeros for what has not happened yet. */
const isNothing = (value: unknown): boolean => isEmpty(value) || (typeof value === 'string' && isNever(value));

/** An array matches if one of its elements does; an object matches if its words in a table do. */
const some = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value)
    ? holds(compact(value)) || value.some(item => some(item, holds))
    : holds(typeof value === 'object' && value !== null ? compact(value) : value);
