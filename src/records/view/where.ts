import type {Field, Loose, Refers, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {orList} from '../../core/words/sentence.js';
import {parseSent} from '../dates/clock.js';
import {type Clock, realSpan, type SpokenDate, shownSpan, spanInWords} from '../dates/span.js';
import {readOnClock} from '../dates/when.js';
import {fieldAt, isDate, isRefers, kindOfField, sentWordsOf, wordsOfNumbers} from '../fields/field.js';
import {foldAddress} from '../fields/fold-address.js';
import {type FieldReader, toReader} from '../fields/path.js';
import {compact, isNever, toReadable} from '../fields/readable.js';
import {compareNumbers, compareTexts, fold, isEmpty, isNumeric} from './sort.js';

type RecordTest = (record: Loose) => boolean;

type ConditionTerms = {
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

/** A condition in parts: `city="New York"` is the field `city`, the sign `=` and the quoted text `New York`. */
type ConditionText = {
  readonly path: string;
  readonly operator: Operator;
  readonly operand: string;
  readonly quoted: boolean;
};

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

/** What a typed value means for one field: which values equal it, come before it or after it. */
type Operand = {
  readonly equals: (value: unknown) => boolean;
  /** Negative for values that come before; undefined for values of another kind, which cannot be ordered. */
  readonly order: (value: unknown) => number | undefined;
  /** How emk understood the value, in words, if the person may have meant something else. */
  readonly reading?: string | undefined;
};

/** A condition with its field, and what is known about both. */
type Typed = ConditionText & {
  readonly text: string;
  readonly field: Field | undefined;
  readonly clock: Clock;
  /** The ids, and other forms, by which the service knows a named record. */
  readonly ids: readonly string[] | undefined;
};

/** Reads conditions such as `status=sent` or `created_at>=2026-03-04`, all of which must hold. */
export const parseWhere = (texts: readonly string[], terms: ConditionTerms): readonly Condition[] =>
  texts.map(text => parseCondition(text, terms));

export const allHold =
  (conditions: readonly Condition[]): RecordTest =>
  record =>
    conditions.every(({holds}) => holds(record));

/** Reads one condition. Its field's kind decides which values it takes and how they are compared. */
function parseCondition(
  text: string,
  {shape, clock, fieldOf, kindAt, ids, option = '--where', example = 'status=sent'}: ConditionTerms,
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
function testsOf(read: FieldReader, {equals, order}: Operand) {
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
  if (kindOfField(fieldAt(shape, first)) !== 'json' || !isRefers(field)) return undefined;
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
function readerOf({path, field}: Typed): FieldReader {
  const read = toReader(path);
  if (!isRefers(field) || field.beside === undefined) return read;
  const readKind = toReader(field.beside);
  return record => {
    const id = read(record);
    return isNothing(id) ? id : [id, `${compact(readKind(record))}${compact(id)}`];
  };
}

function containing({field, operand, clock}: Typed, read: FieldReader): RecordTest {
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

/** Splits a condition. Both signs and texts that belong to another language are refused: they would match nobody, or everybody. */
function splitCondition(text: string, option: string, example: string): ConditionText {
  const [, path = '', sign = '', typed = ''] = /^\s*([^=!<>~]*?)\s*([=!<>~]+)\s*(.*?)\s*$/s.exec(text) ?? [];
  const operator = operators.find(each => each === sign);
  if (path === '' || operator === undefined) {
    throw new UsageError(`${option} "${text}" is not a condition.`, {
      hint: `Write a field, one of = != > >= < <= ~ and a value: ${option} '${example}'`,
    });
  }
  const quoted = /^(?:".*"|'.*')$/s.test(typed);
  if (!quoted && /&&|\|\||\s(?:and|or)\s+[\w.-]+\s*[=!<>~]/i.test(typed)) {
    throw new UsageError(`${option} "${text}" holds two conditions.`, {
      hint: `Give each its own ${option}. A text with such a word needs quotes: ${option} '${path}${operator}"${typed}"'.`,
    });
  }
  if (/^null$/i.test(typed)) {
    throw new UsageError(`${option} "${text}" has two meanings.`, {
      hint: `Write ${option} '${path}${operator}' for empty, or ${option} '${path}${operator}"${typed}"' for the text.`,
    });
  }
  return {path, operator, operand: quoted ? typed.slice(1, -1) : typed, quoted};
}

const operators: readonly Operator[] = ['=', '!=', '>=', '<=', '>', '<', '~'];

/** Reads a typed value as its field's kind requires, or refuses a value that no record can have. */
function readOperand(typed: Typed): Operand {
  const {field, operand} = typed;
  const words = wordsOfNumbers(field);
  if (words) return readWord(typed, words, sentWordsOf(field) ?? []);
  if (isRefers(field)) return readId(typed);
  switch (kindOfField(field)) {
    case 'integer':
      return readNumber(typed);
    case 'rate':
      return readShare(typed);
    case 'timestamp':
    case 'moment':
    case 'date':
      return readDateOperand(typed);
    case 'address':
      return asText(operand, text => fold(foldAddress(text)));
    case 'text':
      return asText(operand);
    default:
      return readLoosely(typed);
  }
}

/** Compares texts without case, in the order of people's lists. */
function asText(wanted: string, spelled: (text: string) => string = fold): Operand {
  const sought = spelled(wanted);
  const equals = (value: unknown): boolean => spelled(String(value)) === sought;
  return {equals, order: value => (equals(value) ? 0 : compareTexts(String(value), wanted))};
}

/** The operand of a field that may hold anything. */
function readLoosely({operand, quoted}: Typed): Operand {
  const text = asText(operand);
  const number = quoted ? undefined : toNumber(operand);
  if (number === undefined) return text;
  const sought = byNumber(number);
  return {...sought, equals: value => text.equals(value) || sought.equals(value)};
}

/** The operand of a field with ids. A name equals nothing until its record was found, whose `ids` these are. */
function readId(typed: Typed): Operand {
  const {operator, operand, ids} = typed;
  if (operator !== '=' && operator !== '!=') return readNumber(typed);
  const wanted = new Set((ids ?? [operand]).map(fold));
  return {equals: value => wanted.has(fold(String(value))), order: () => undefined};
}

/** A number in the form in which numbers are compared, digit by digit; undefined if the value is not a number. */
function toNumber(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'string' && isNumeric(value) ? value : undefined;
}

/** The mark in `1.000` may separate thousands or decimals, so it is refused. */
function readNumber(typed: Typed): Operand {
  const number = /\.\d{3}$/.test(typed.operand) ? undefined : toNumber(typed.operand);
  if (number === undefined) throw isNot(typed, 'a number', '100');
  return byNumber(number);
}

/** A share: `2%`, or `0.02` as in JSON. A bare 2 is refused: it is 2% to most people, and 200% to a program. */
function readShare(typed: Typed): Operand {
  const {operand} = typed;
  const share = fromPercent(operand) ?? (isNumeric(operand) && Number(operand) < 1 ? operand : undefined);
  if (share === undefined) throw isNot(typed, 'a share', '2%');
  return byNumber(String(share));
}

/** A share as people type it: `2%` as 0.02. Undefined if it has no percent sign. */
function fromPercent(text: string): number | undefined {
  const [, number] = /^([+-]?\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  // Division by 100 would not turn 2.3 into exactly 0.023.
  return number === undefined ? undefined : Number(`${number}e-2`);
}

/** The operand of a field whose numbers stand for words. */
function readWord({path, operand}: Typed, words: readonly string[], called: readonly string[]): Operand {
  const placeOf = (value: unknown): string | undefined => {
    const word = fold(String(value));
    const at = [words, called].map(list => list.findIndex(each => fold(each) === word)).find(at => at >= 0);
    return at === undefined ? toNumber(value) : String(at);
  };
  const wanted = placeOf(operand);
  if (wanted === undefined) {
    throw new UsageError(`${path} cannot be "${operand}", only ${orList(words)}.`, {
      hint: `For example: ${path}=${words[0]}`,
    });
  }
  const sought = byNumber(wanted);
  return {equals: value => sought.equals(placeOf(value)), order: value => sought.order(placeOf(value))};
}

const isNot = ({text, path, operator, operand}: Typed, what: string, example: string): UsageError =>
  new UsageError(`${text}: ${path} is ${what}, and "${operand}" is not.`, {
    hint: `Write it as in ${path}${operator}${example}.`,
  });

const byNumber = (number: string): Operand => {
  const order = (value: unknown): number | undefined => {
    const held = toNumber(value);
    return held === undefined ? undefined : compareNumbers(held, number);
  };
  return {equals: value => order(value) === 0, order};
};

/** Compares moments with a date, on the account's clock. The service records the past, so `friday` means the latest one. */
function readDateOperand({operand, clock, field}: Typed): Operand {
  const real = kindOfField(field) === 'timestamp';
  const spoken = readOnClock(operand, clock, ways);
  const span = real ? realSpan(spoken, clock) : shownSpan(spoken, clock, operand);
  const order = (value: unknown): number | undefined => {
    const at = typeof value === 'string' ? parseSent(value) : undefined;
    return at === undefined ? undefined : at < span.from ? -1 : at >= span.until ? 1 : 0;
  };
  const words = isExact(spoken) ? undefined : spanInWords(spoken, {real, clock});
  return {equals: value => order(value) === 0, order, reading: words && `"${operand}" is ${words}.`};
}

/** Whether a text says its moment with its zone. */
const isExact = (spoken: SpokenDate): boolean => !('wait' in spoken) && spoken.offset !== undefined;

const ways = 'Write it like 2023-12-31, "2023-12-31 14:05", 2023-12, yesterday, "last week" or "2 years ago".';
