import type {Refers} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {closest} from '../../core/words/closest.js';
import {orList} from '../../core/words/sentence.js';
import {isRefers, isYesOrNo, kindOf, sentWordsOf, wordsOf} from '../fields/field.js';
import {foldAddress} from '../fields/fold-address.js';
import {fromPercent} from '../fields/readable.js';
import type {Operand, Operator, Typed} from './condition-text.js';
import {readDateOperand, readLooseDate, readTimeOperand} from './date-operand.js';
import {compareNumbers, compareTexts, fold, isNumeric} from './sort.js';

/** Reads a typed value as its field's kind requires, or refuses a value that no record can have. */
export function readOperand(typed: Typed): Operand {
  const {field} = typed;
  const words = wordsOf(field);
  if (words) return readWord(typed, words, sentWordsOf(field) ?? []);
  if (isRefers(field)) return readId(typed, field);
  switch (kindOf(field)) {
    case 'integer':
      return readNumber(typed);
    case 'rate':
      return readShare(typed);
    case 'timestamp':
    case 'moment':
    case 'date':
      return readDateOperand(typed);
    case 'time':
      return readTimeOperand(typed);
    case 'address':
      return asAddress(withoutSpaces(typed, 'an email address'), typed);
    case 'uuid':
      return withoutSpaces(typed, 'a code');
    case 'text':
      return asText(typed.operand);
    default:
      return readLoosely(typed);
  }
}

/** Compares texts without case, in the order of people's lists. */
const asText = (wanted: string): Operand => {
  const folded = fold(wanted);
  const equals = (value: unknown): boolean => fold(String(value)) === folded;
  return {equals, order: value => (equals(value) ? 0 : compareTexts(String(value), wanted))};
};

/** One mailbox in every spelling. */
function asAddress({order}: Operand, {operand}: Typed): Operand {
  const wanted = fold(foldAddress(operand));
  const equals = (value: unknown): boolean => fold(foldAddress(String(value))) === wanted;
  return {equals, order: value => (equals(value) ? 0 : order(value))};
}

function withoutSpaces(typed: Typed, noun: string): Operand {
  const {text, path, operator, operand, quoted} = typed;
  if (quoted || !/\s/.test(operand)) return asText(operand);
  throw new UsageError(`${text}: ${path} is ${noun}, and "${operand}" has a space in it.`, {
    hint: `Remove the space, or write ${path}${operator}"${operand}" to look for exactly this text.`,
  });
}

/** The operand of a field that may hold anything: it is compared with values of its own kind. */
function readLoosely(typed: Typed): Operand {
  const {operand, operator, quoted} = typed;
  const text = asText(operand);
  if (quoted) return {...text, order: value => (kindOfValue(value) === 'text' ? text.order(value) : undefined)};
  const number = toNumber(operand);
  if (number !== undefined) {
    const {equals, order} = byNumber(number);
    return {equals: value => text.equals(value) || equals(value), order};
  }
  const date = readLooseDate(typed);
  if (date) return {...date, equals: value => text.equals(value) || date.equals(value)};
  return {
    ...text,
    order: value => (isOrdering(operator) && kindOfValue(value) !== 'text' ? undefined : text.order(value)),
  };
}

const isOrdering = (operator: Operator): boolean => /^[<>]/.test(operator);

const kindOfValue = (value: unknown): 'number' | 'date' | 'text' =>
  toNumber(value) === undefined ? (/^\d{4}-\d{2}-\d{2}(?!\d)/.test(String(value)) ? 'date' : 'text') : 'number';

/** The operand of a field with ids. A name equals nothing until its record was found, whose `ids` these are. */
function readId(typed: Typed, field: Refers): Operand {
  const {text, path, operator, operand, ids, quoted} = typed;
  const holdsNumbers = typeof field.holds === 'string' && kindOf(field.holds) === 'integer';
  if (operator === '=' || operator === '!=') {
    const wanted = new Set((ids ?? [operand]).map(fold));
    return {equals: value => wanted.has(fold(String(value))), order: () => undefined};
  }
  // What contains a text has nothing to do with order: it is compared with the word shown.
  if (operator === '~' && !holdsNumbers) return asText(operand);
  if (!holdsNumbers && !quoted) {
    throw new UsageError(`${text}: ${path} has no order, so nothing comes before or after "${operand}".`, {
      hint: `Use = or !=: ${path}="${operand}". To compare letter by letter, write ${path}${operator}"${operand}".`,
    });
  }
  if (quoted) return asText(operand);
  if (toNumber(operand) !== undefined) return readNumber(typed);
  throw new UsageError(`${text}: ${path} holds ids, and "${operand}" is not a number.`, {
    hint: `To find those of one name, write ${path}="${operand}".`,
  });
}

/** A number in the form in which numbers are compared, digit by digit; undefined if the value is not a number. */
function toNumber(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : undefined;
  return typeof value === 'string' && isNumeric(value) ? value : undefined;
}

function readNumber(typed: Typed): Operand {
  const {text, path, operator, operand} = typed;
  if (/^[-+]?\d{1,3}(?:[.,' ]\d{3})+$/.test(operand)) {
    throw new UsageError(`${text}: the mark in "${operand}" could separate thousands or decimals.`, {
      hint: `Write the number with digits alone: ${path}${operator}${operand.replace(/\D/g, '')}.`,
    });
  }
  const number = toNumber(operand.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'));
  if (number !== undefined) return byNumber(number);
  throw new UsageError(`${text}: ${path} is a number, and "${operand}" is not.`, {
    hint: `Write it as in ${path}${operator}100.`,
  });
}

/** A share: `2%`, or `0.02` as in JSON. A bare 2 is refused: it is 2% to most people, and 200% to a program. */
function readShare(typed: Typed): Operand {
  const {text, path, operator, operand} = typed;
  const share = fromPercent(operand);
  if (share !== undefined) return byNumber(numberText(share));
  if (isNumeric(operand) && Number(operand) >= 1) {
    throw new UsageError(`${text}: without a percent sign, ${operand} means ${Number(operand) * 100}%.`, {
      hint: `Write ${path}${operator}${operand}%.`,
    });
  }
  if (isNumeric(operand)) return byNumber(operand);
  throw new UsageError(`${text}: ${path} is a share, and "${operand}" is not.`, {
    hint: `Write it as in ${path}${operator}2%.`,
  });
}

/** The operand of a field whose numbers stand for words. `true` and `false` mean yes and no. */
function readWord(typed: Typed, words: readonly string[], called: readonly string[]): Operand {
  const {path, operand, field} = typed;
  const isFlag = isYesOrNo(field);
  const wanted = fold(isFlag && operand === 'true' ? 'yes' : isFlag && operand === 'false' ? 'no' : operand);
  const placeOf = (word: string): number =>
    [words, called].map(list => list.findIndex(each => fold(each) === word)).find(at => at >= 0) ?? -1;
  const index = placeOf(wanted);
  const isNumber = (isFlag ? /^[01]$/ : /^\d+$/).test(operand);
  if (index < 0 && !isNumber) {
    const near = closest(operand, [...words, ...called]);
    throw new UsageError(`${path} cannot be "${operand}", only ${orList(words)}.`, {
      hint:
        near === undefined
          ? `For example: ${path}=${words[0]}`
          : `Did you mean ${path}=${words[placeOf(fold(near))] ?? near}?`,
    });
  }
  const place = (value: unknown): string | undefined => {
    const at = placeOf(fold(String(value)));
    return at < 0 ? toNumber(value) : String(at);
  };
  const sought = byNumber(index < 0 ? operand : String(index));
  return {equals: value => sought.equals(place(value)), order: value => sought.order(place(value))};
}

/** Refuses a search for text that is not part of any word of the field. */
export function mustBePart({path, operand}: Typed, words: readonly string[], called: readonly string[]): void {
  if (isNumeric(operand) || [...words, ...called].some(word => fold(word).includes(fold(operand)))) return;
  throw new UsageError(`${path} never contains "${operand}". It is ${orList(words)}.`, {
    hint: `For example: ${path}=${words[0]}`,
  });
}

/** Compares numbers with this number, and nothing else. */
const byNumber = (number: string): Operand => {
  const order = (value: unknown): number | undefined => {
    const held = toNumber(value);
    return held === undefined ? undefined : compareNumbers(held, number);
  };
  return {equals: value => order(value) === 0, order};
};

/** A number as text. An exponent compares like any other number. */
const numberText = (number: number): string => String(number);
