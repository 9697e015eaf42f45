import type {Loose, Shape} from '../api/schema.js';
import {UsageError} from '../errors.js';
import {closest} from './closest.js';
import {fieldAt, kindOf, wordsOf} from './field.js';
import {parseSent, parseTyped, type Span, type Typed} from './moment.js';
import {compareValues, fold, isEmpty, isNumeric} from './order.js';
import {toReader} from './path.js';
import {fromPercent} from './percent.js';
import {compact, type Readable, toReadable} from './readable.js';

export type Keep = (record: Loose) => boolean;

type Terms = {
  readonly shape: Shape;
  /** The zone in which people type dates. */
  readonly timeZone: string | undefined;
  readonly check: (path: string) => void;
  /** The option that the conditions are typed after. */
  readonly option?: string;
  /** A condition that fits these records. */
  readonly example?: string;
};

/** One condition: the field that it looks at, and whether a record fulfils it. */
export type Condition = {readonly path: string; readonly holds: Keep};

/** Reads conditions such as `status=completed` or `created_at>=2026-03-04`, all of which must hold. */
export function parseWhere(texts: readonly string[], terms: Terms): Keep {
  const conditions = texts.map(text => parseCondition(text, terms));
  return record => conditions.every(({holds}) => holds(record));
}

/** A value typed in a condition, read in every way in which it may be meant. */
type Operand = {
  readonly text: string;
  /** The number that a word such as `completed` stands for. */
  readonly index: number | undefined;
  readonly typed: Typed | undefined;
};

/** Reads one condition. */
export function parseCondition(
  text: string,
  {shape, timeZone, check, option = '--where', example = 'status=completed'}: Terms,
): Condition {
  const [, path = '', operator = '', typed = ''] =
    /^\s*([^=!<>~]*?)\s*(!=|>=|<=|=|>|<|~)\s*(.*?)\s*$/s.exec(text) ?? [];
  if (path === '') {
    throw new UsageError(`${option} "${text}" is not a condition.`, {
      hint: `Write a field, one of = != > >= < <= ~ and a value, as in ${option} '${example}'.`,
    });
  }
  check(path);
  if (typed === '' && /^[<>]/.test(operator)) {
    throw new UsageError(`${option} "${text}" names nothing to compare ${path} with.`, {
      hint: `To find records where it is empty, write ${option} '${path}='.`,
    });
  }
  const field = fieldAt(shape, path);
  const words = wordsOf(field);
  const value = kindOf(field) === 'rate' ? asShare(path, typed, operator) : typed;
  const operand = {text: value, index: indexOf(value, words), typed: parseTyped(value, timeZone)};
  if (words && operand.index === undefined && operator !== '~') mustBeNumber(path, typed, words);
  const read = toReader(path);
  const test = testOf(operator, operand, toReadable(field, timeZone));
  return {path, holds: record => test(read(record))};
}

/** A share as it was typed: `2%`, or `0.02` as JSON has it. A bare 2 is 2% to most people, and 200% to a program. */
function asShare(path: string, typed: string, operator: string): string {
  const share = fromPercent(typed);
  if (share !== undefined) return String(share);
  if (!isNumeric(typed) || Number(typed) < 1) return typed;
  throw new UsageError(`${path}${operator}${typed} has no percent sign, and ${typed} would be all of it or more.`, {
    hint: `Write ${path}${operator}${typed}%.`,
  });
}

/** The number that a word stands for. Programmers call yes and no true and false. */
function indexOf(typed: string, words: readonly string[] | undefined): number | undefined {
  const word = fold(typed === 'true' ? 'yes' : typed === 'false' ? 'no' : typed);
  const index = words?.findIndex(each => fold(each) === word) ?? -1;
  return index < 0 ? undefined : index;
}

/** Refuses a word that the field cannot have: no record would match, and that would look like an answer. */
function mustBeNumber(path: string, typed: string, words: readonly string[]): void {
  if (typed === '' || typed === 'null' || isNumeric(typed)) return;
  const near = closest(typed, words);
  throw new UsageError(`${path} cannot be "${typed}": it is ${inWords(words)}.`, {
    hint: near === undefined ? undefined : `Did you mean ${path}=${near}?`,
  });
}

const inWords = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

function testOf(operator: string, operand: Operand, shown: Readable): (value: unknown) => boolean {
  const equals = (value: unknown): boolean => some(value, item => isEqual(item, operand));
  const ordered = (holds: (order: number) => boolean) => (value: unknown) =>
    some(value, item => !isEmpty(item) && holds(orderOf(item, operand)));
  const wanted = fold(operand.text);
  const contains = (text: string): boolean => fold(text).includes(wanted);
  switch (operator) {
    case '=':
      return equals;
    case '!=':
      return value => !equals(value);
    case '~':
      return value => contains(compact(value)) || contains(shown(value));
    case '<':
      return ordered(order => order < 0);
    case '<=':
      return ordered(order => order <= 0);
    case '>':
      return ordered(order => order > 0);
    default:
      return ordered(order => order >= 0);
  }
}

/** An array matches when one of its elements matches; an object when its words in a table match. */
const some = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value)
    ? holds(compact(value)) || value.some(item => some(item, holds))
    : holds(typeof value === 'object' && value !== null ? compact(value) : value);

function isEqual(value: unknown, operand: Operand): boolean {
  if (isEmpty(value)) return operand.text === '' || (value === null && operand.text === 'null');
  const text = String(value);
  return fold(text) === fold(operand.text) || orderOf(value, operand) === 0;
}

/** Below zero where the value comes before what was typed. A day that was typed equals every moment of that day. */
function orderOf(value: unknown, {text, index, typed}: Operand): number {
  if (index !== undefined && (typeof value === 'number' || typeof value === 'boolean' || isNumeric(String(value)))) {
    return compareValues(value, index);
  }
  const sent = typed && typeof value === 'string' ? parseSent(value) : undefined;
  if (typed && sent) return inSpan(sent.at, sent.real ? typed.real : typed.shown);
  return compareValues(value, text);
}

const inSpan = (at: number, {from, until}: Span): number => (at < from ? -1 : at >= until ? 1 : 0);
