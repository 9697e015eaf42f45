import type {Field, Loose, Refers, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import type {Clock} from '../dates/span.js';
import {fieldAt, isDate, isRefers, kindOf, mayHold, sentWordsOf} from '../fields/field.js';
import {type Reader, toReader} from '../fields/path.js';
import {compact, isNever, toReadable} from '../fields/readable.js';
import {
  type ConditionText,
  mustBePartOfDate,
  type Operand,
  readOperand,
  splitCondition,
  type Typed,
} from './condition.js';
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
  const isField = (path: string): boolean => mayHold(shape, path);
  const typedAs = splitCondition(text, {option, example, isField});
  const split = {...typedAs, path: fieldOf(typedAs.path)};
  const {path, operator, operand, quoted} = split;
  const field = fieldAt(shape, path) ?? kindAt?.(path);
  const isEquality = operator === '=' || operator === '!=';
  const isWord = isEquality && !quoted;
  const joined = isWord ? joinedBy(shape, split) : undefined;
  const idsHere = ids?.get(text);
  const compared = joined && idsHere ? {path: joined.path, field: joined.field} : {path, field};
  const typed: Typed = {...split, ...compared, text: `${path}${operator}${operand}`, clock, ids: idsHere};
  const found = {text, path, reading: undefined, names: undefined};
  if (operand === '') return {...found, holds: ofNothing(split, option)};
  if (isWord && /^null$/i.test(operand)) {
    throw new UsageError(
      `${option} "${path}${operator}${operand}" has two meanings: empty, or the text "${operand}".`,
      {
        hint: `Write ${option} '${path}${operator}' for empty, or ${option} '${path}${operator}"${operand}"' for the text.`,
      },
    );
  }
  const read = readerOf(typed);
  const called = asTyped(typed, typedAs, text);
  if (operator === '~') return {...found, holds: containing(called, read)};
  const {equals, order, reading} = readOperand(called);
  const refers = joined?.field ?? field;
  const names = isWord && isRefers(refers) ? {field: refers, text: operand} : undefined;
  return {...found, holds: testsOf(read, {equals, order})[operator], reading, names};
}

/** A custom field is called as the person calls it, with or without `custom_field.` */
const asTyped = (typed: Typed, {path}: ConditionText, text: string): Typed =>
  typed.path.startsWith('custom_field.') ? {...typed, path, text} : typed;

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
function joinedBy(shape: Shape, {path, operand}: ConditionText): {path: string; field: Refers} | undefined {
  const [first = '', below] = path.split('.');
  const id = `${first}_id`;
  const field = fieldAt(shape, id);
  if (kindOf(fieldAt(shape, first)) !== 'json' || !isRefers(field)) return undefined;
  if (below !== undefined && (path !== `${first}.name` || /^\d+$/.test(operand))) return undefined;
  return {path: id, field};
}

/** `first_name=` finds records without a first name, and `first_name!=` those with one. */
function ofNothing({path, operator}: ConditionText, option: string): RecordTest {
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

function containing(typed: Typed, read: Reader): RecordTest {
  const {field, operand, clock} = typed;
  const called = sentWordsOf(field) ?? [];
  if (isDate(field)) mustBePartOfDate(typed);
  else if (isRefers(field) || ['integer', 'address', 'uuid'].includes(kindOf(field) ?? '')) readOperand(typed);
  const wanted = fold(operand);
  const contains = (text: string): boolean => fold(text).includes(wanted);
  const shown = toReadable(field, isDate(field) ? (clock.zones().service ?? 'UTC') : undefined);
  return record => {
    const value = read(record);
    return contains(compact(value)) || contains(shown(value)) || contains(called[Number(value)] ?? '');
  };
}

/** Whether a field holds nothing. The service writes zeros for what has not happened yet. */
const isNothing = (value: unknown): boolean => isEmpty(value) || (typeof value === 'string' && isNever(value));

/** An array matches if one of its elements does; an object matches if its words in a table do. */
const some = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value)
    ? holds(compact(value)) || value.some(item => some(item, holds))
    : holds(typeof value === 'object' && value !== null ? compact(value) : value);
