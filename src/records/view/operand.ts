import type {Refers} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {isRefers, kindOf, sentWordsOf, wordsOf} from '../fields/field.js';
import type {Operand, Operator, Typed} from './condition-text.js';
import {readDateOperand, readLooseDate, readTimeOperand} from './date-operand.js';
import {byNumber, readNumber, readShare, readWord, toNumber} from './number-operand.js';
import {compareTexts, fold} from './order.js';

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
      return withoutSpaces(typed, 'an email address');
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
