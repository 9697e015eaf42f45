import type {Field, Refers} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {orList} from '../../core/words/sentence.js';
import {parseSent} from '../dates/clock.js';
import {
  type Clock,
  inSpan,
  isAnInstant,
  isExact,
  realSpan,
  type SpokenDate,
  shownSpan,
  spanInWords,
} from '../dates/span.js';
import {readOnClock, readTime} from '../dates/when.js';
import {isRefers, isYesOrNo, kindOf, sentWordsOf, wordsOf} from '../fields/field.js';
import {foldAddress} from '../fields/fold-address.js';
import {fromPercent} from '../fields/readable.js';
import {compareNumbers, compareTexts, fold, isNumeric} from './sort.js';

/** A condition in parts: `city="New York"` is the field `city`, the sign `=` and the quoted text `New York`. */
export type ConditionText = {
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

/** Splits a condition, or says how to write what the signs of other languages mean. */
export function splitCondition(text: string, {option, example, isField}: Splitting): ConditionText {
  // An exclamation mark after a sign already belongs to the value: subject~!
  const [, path = '', sign = '', typed = ''] =
    /^\s*([^=!<>~]*?)\s*((?:[<>~]|!=|[<>]=)(?=!)|[=!<>~]+)\s*(.*?)\s*$/s.exec(text) ?? [];
  if (path === '') {
    throw new UsageError(`${option} "${text}" is not a condition.`, {
      hint: `Write a field, one of = != > >= < <= ~ and a value: ${option} '${example}'`,
    });
  }
  const operator = operators.find(each => each === sign);
  // Without this, `==` would be a sign and a value that begins with one.
  if (operator === undefined) {
    throw new UsageError(`${option} "${text}" has the sign ${sign}. Use one of = != > >= < <= ~`, {
      hint: `A value that begins with such a sign needs quotes: ${option} '${path}="${sign.slice(1)}${typed}"'.`,
    });
  }
  if (inQuotes.test(typed)) return {path, operator, operand: typed.slice(1, -1), quoted: true};
  if (joins(typed, isField)) {
    throw new UsageError(`${option} "${text}" holds two conditions.`, {
      hint: `Give each its own ${option}, or run the command twice. A text with such a word needs quotes: ${option} '${path}${operator}"${typed}"'.`,
    });
  }
  return {path, operator, operand: typed, quoted: false};
}

type Splitting = {
  readonly option: string;
  readonly example: string;
  readonly isField: (path: string) => boolean;
};

const operators: readonly Operator[] = ['=', '!=', '>=', '<=', '>', '<', '~'];

const inQuotes = /^(?:".*"|'.*'|“.*”|„.*“)$/s;

/** Whether a value holds a second condition: `&&`, or a word before another condition. */
function joins(typed: string, isField: (path: string) => boolean): boolean {
  if (/&&|\|\|/.test(typed)) return true;
  const [, path = ''] = /\s(?:and|or)\s+([\w.-]+)\s*(?:!=|[=<>~])/i.exec(typed) ?? [];
  return path !== '' && isField(path);
}

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
      return asOneWord(typed, 'an email address', 'ann@example.com', text => fold(foldAddress(text)));
    case 'uuid':
      return asOneWord(typed, 'a code', '1f4c9e2a');
    case 'text':
      return asText(typed.operand);
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

function asOneWord(typed: Typed, what: string, example: string, spelled?: (text: string) => string): Operand {
  if (typed.quoted || !/\s/.test(typed.operand)) return asText(typed.operand, spelled);
  throw isNot(typed, what, example);
}

/** The operand of a field that may hold anything: it is compared with values of its own kind. */
function readLoosely(typed: Typed): Operand {
  const {operand, operator, quoted} = typed;
  const text = asText(operand);
  const order = (value: unknown) => (toNumber(value) === undefined ? text.order(value) : undefined);
  if (quoted) return {...text, order};
  const number = toNumber(operand);
  if (number !== undefined) {
    const sought = byNumber(number);
    return {...sought, equals: value => text.equals(value) || sought.equals(value)};
  }
  return isOrdering(operator) ? {...text, order} : text;
}

const isOrdering = (operator: Operator): boolean => /^[<>]/.test(operator);

/** The operand of a field with ids. A name equals nothing until its record was found, whose `ids` these are. */
function readId(typed: Typed, field: Refers): Operand {
  const {text, path, operator, operand, ids, quoted} = typed;
  const holdsNumbers = typeof field.holds === 'string' && kindOf(field.holds) === 'integer';
  if (operator === '=' || operator === '!=') {
    const wanted = new Set((ids ?? [operand]).map(fold));
    return {equals: value => wanted.has(fold(String(value))), order: () => undefined};
  }
  // What contains a text has nothing to do with order: it is compared with the word shown.
  if (quoted || (operator === '~' && !holdsNumbers)) return asText(operand);
  if (holdsNumbers && toNumber(operand) !== undefined) return readNumber(typed);
  throw new UsageError(`${text}: ${path} has no order, so nothing comes before or after "${operand}".`, {
    hint: `Use = or !=: ${path}="${operand}". To compare letter by letter, write ${path}${operator}"${operand}".`,
  });
}

/** A number in the form in which numbers are compared, digit by digit; undefined if the value is not a number. */
function toNumber(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'string' && isNumeric(value) ? value : undefined;
}

/** The mark in `1.000` may separate thousands or decimals, so it is refused. */
function readNumber(typed: Typed): Operand {
  const hasMarks = /^[-+]?\d{1,3}(?:[.,' ]\d{3})+$/.test(typed.operand);
  const number = toNumber(typed.operand.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1'));
  if (number !== undefined && !hasMarks) return byNumber(number);
  throw isNot(typed, 'a number', hasMarks ? typed.operand.replace(/\D/g, '') : '100');
}

/** A share: `2%`, or `0.02` as in JSON. A bare 2 is refused: it is 2% to most people, and 200% to a program. */
function readShare(typed: Typed): Operand {
  const {operand} = typed;
  const share = fromPercent(operand) ?? (isNumeric(operand) && Number(operand) < 1 ? operand : undefined);
  if (share === undefined) throw isNot(typed, 'a share', '2%');
  return byNumber(String(share));
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
    throw new UsageError(`${path} cannot be "${operand}", only ${orList(words)}.`, {
      hint: `For example: ${path}=${words[0]}`,
    });
  }
  const place = (value: unknown): string | undefined => {
    const at = placeOf(fold(String(value)));
    return at < 0 ? toNumber(value) : String(at);
  };
  const sought = byNumber(index < 0 ? operand : String(index));
  return {equals: value => sought.equals(place(value)), order: value => sought.order(place(value))};
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

/** The operand of a date field. The service records the past, so `friday` means the latest one. */
function readDateOperand(typed: Typed): Operand {
  const {text, operand, clock, field} = typed;
  const kind = kindOf(field);
  try {
    const spoken = readOnClock(operand, clock, {leaning: kind === 'date' ? 'either' : 'past', ways});
    return byDate(typed, spoken, kind === 'timestamp');
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${text}: ${error.message}`, {hint: error.hint}) : error;
  }
}

function readTimeOperand(typed: Typed): Operand {
  const found = readTime(typed.operand);
  if (found?.rest !== '' || found.offset !== undefined) throw isNot(typed, 'a time of day', '09:30');
  const from = found.time * 1000 + found.fraction;
  const order = (value: unknown): number | undefined => {
    const sent = parseSent(`1970-01-01 ${String(value)}`);
    return sent && inSpan(sent.at, {from, until: from + found.width});
  };
  return {equals: value => order(value) === 0, order};
}

/** Refuses a search for text that cannot be part of any date. */
export function mustBePartOfDate(typed: Typed): void {
  if (!/^[\d:\sTZ-]*(?:\.\d*Z?)?$/i.test(typed.operand))
    throw isNot(typed, 'a date of which ~ finds a part', '2026-03');
}

const ways = 'Write it like 2023-12-31, "2023-12-31 14:05", yesterday, "last week" or "2 years ago".';

/** Compares moments with a date, on the account's clock. `real` says whether the service sends them with a zone. */
function byDate({text, operator, operand, clock}: Typed, spoken: SpokenDate, real: boolean): Operand {
  const span = real ? realSpan(spoken, clock) : shownSpan(spoken, clock, operand);
  const place = (value: unknown): number | undefined => {
    const sent = typeof value === 'string' ? parseSent(value) : undefined;
    return sent && inSpan(sent.at, span);
  };
  const since = (value: unknown): number | undefined => (place(value) === 0 ? 1 : place(value));
  const words = isExact(spoken) ? undefined : spanInWords(operator, spoken, {real, clock});
  return {
    equals: value => place(value) === 0,
    order: isAnInstant(spoken) ? since : place,
    reading: words && `"${text}" means ${words}.`,
  };
}
