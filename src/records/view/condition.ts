import type {Field} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {orList} from '../../core/words/sentence.js';
import {parseSent} from '../dates/clock.js';
import {type Clock, inSpan, isExact, realSpan, shownSpan, spanInWords} from '../dates/span.js';
import {readOnClock} from '../dates/when.js';
import {isRefers, kindOf, sentWordsOf, wordsOf} from '../fields/field.js';
import {foldAddress} from '../fields/fold-address.js';
import {fromPercent} from '../fields/readable.js';
import {compareNumbers, compareTexts, fold, isNumeric} from './sort.js';

/** A condition in parts: `city="New York"` is the field `city`, the sign `=` and the quoted text `New York`. */
type ConditionText = {
  readonly path: string;
  readonly operator: Operator;
  readonly operand: string;
  readonly quoted: boolean;
};

type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

/** What a typed value means for one field: which values equal it, come before it or after it. */
export type Operand = {
  readonly equals: (value: unknown) => boolean;
  /** Negative for values that come before; undefined for values of another kind, which cannot be ordered. */
  readonly order: (value: unknown) => number | undefined;
  /** How emk understood the value, in words, if the person may have meant something else. */
  readonly reading?: string | undefined;
};

/** A condition with its field, and what is known about both. */
export type Typed = ConditionText & {
  readonly text: string;
  readonly field: Field | undefined;
  readonly clock: Clock;
  /** The ids, and other forms, by which the service knows a named record. */
  readonly ids: readonly string[] | undefined;
};

/** Splits a condition. Both signs and texts that belong to another language are refused: they would match nobody, or everybody. */
export function splitCondition(text: string, option: string, example: string): ConditionText {
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
export function readOperand(typed: Typed): Operand {
  const {field, operand} = typed;
  const words = wordsOf(field);
  if (words) return readWord(typed, words, sentWordsOf(field) ?? []);
  if (isRefers(field)) return readId(typed);
  switch (kindOf(field)) {
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
  const real = kindOf(field) === 'timestamp';
  const spoken = readOnClock(operand, clock, ways);
  const span = real ? realSpan(spoken, clock) : shownSpan(spoken, clock, operand);
  const order = (value: unknown): number | undefined => {
    const at = typeof value === 'string' ? parseSent(value) : undefined;
    return at === undefined ? undefined : inSpan(at, span);
  };
  const words = isExact(spoken) ? undefined : spanInWords(spoken, {real, clock});
  return {equals: value => order(value) === 0, order, reading: words && `"${operand}" is ${words}.`};
}

const ways = 'Write it like 2023-12-31, "2023-12-31 14:05", 2023-12, yesterday, "last week" or "2 years ago".';
