import type {Field} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import type {Clock} from '../dates/span.js';

/** A condition in parts: `city="New York"` is the field `city`, the sign `=` and the quoted text `New York`. */
export type ConditionText = {
  readonly path: string;
  readonly operator: Operator;
  readonly operand: string;
  /** Whether the operand was in quotes, so that it means exactly this text. */
  readonly quoted: boolean;
};

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~';

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
export function splitCondition(
  text: string,
  {option, example, isField}: {option: string; example: string; isField: (path: string) => boolean},
): ConditionText {
  // An exclamation mark after a sign already belongs to the value: subject~!
  const [, path = '', sign = '', typed = ''] =
    /^\s*([^=!<>~]*?)\s*((?:[<>~]|!=|[<>]=)(?=!)|[=!<>~]+)\s*(.*?)\s*$/s.exec(text) ?? [];
  if (path === '') {
    throw new UsageError(`${option} "${text}" is not a condition.`, {
      hint: `Write a field, one of = != > >= < <= ~ and a value: ${option} '${example}'`,
    });
  }
  const operator = operators.find(each => each === sign);
  if (operator === undefined) throw wrongSign(text, {option, path, sign, typed});
  const quoted = quotes.find(([open, close]) => typed.length > 1 && typed.startsWith(open) && typed.endsWith(close));
  if (quoted) return {path, operator, operand: typed.slice(1, -1), quoted: true};
  const joined = joining(typed, isField);
  if (joined) throw twoConditions(text, {option, first: `${path}${operator}`, typed, joined});
  return {path, operator, operand: typed, quoted: false};
}

const operators: readonly Operator[] = ['=', '!=', '>=', '<=', '>', '<', '~'];

const quotes = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
] as const;

/** How other languages write our signs. */
const ourSigns: {readonly [sign: string]: Operator} = {
  '==': '=',
  '===': '=',
  '<>': '!=',
  '!==': '!=',
  '=!': '!=',
  '=>': '>=',
  '=<': '<=',
  '=~': '~',
  '~=': '~',
};

type Wrong = {readonly option: string; readonly path: string; readonly sign: string; readonly typed: string};

function wrongSign(text: string, {option, path, sign, typed}: Wrong): UsageError {
  const right = ourSigns[sign];
  const opening = operators.find(each => sign.startsWith(each));
  const asText = opening && `${path}${opening}"${sign.slice(opening.length)}${typed}"`;
  return new UsageError(`${option} "${text}" has the sign ${sign}. Use one of = != > >= < <= ~`, {
    hint:
      right === undefined
        ? `Write a value that begins with such a sign in quotes${asText ? `: ${option} '${asText}'` : ''}.`
        : `Write ${option} '${path}${right}${typed}'.`,
  });
}

type Joined = {readonly before: string; readonly after: string; readonly isOr: boolean; readonly isCondition: boolean};

/** Finds a second condition in the value: `&&`, or a word between two conditions. */
function joining(typed: string, isField: (path: string) => boolean): Joined | undefined {
  const [, before = '', sign, after = ''] =
    /^(.*?)\s*(&&|\|\|)\s*(.*)$/s.exec(typed) ?? /^(.*?)\s+(and|or)\s+(.*)$/is.exec(typed) ?? [];
  if (sign === undefined) return undefined;
  const [, path = ''] = /^([\w.-]+)\s*(?:!=|[=<>~])/.exec(after) ?? [];
  const isCondition = path !== '' && isField(path);
  if (!isCondition && /^[a-z]/i.test(sign)) return undefined;
  return {before, after, isOr: sign === '||' || sign.toLowerCase() === 'or', isCondition};
}

type Two = {readonly option: string; readonly first: string; readonly typed: string; readonly joined: Joined};

function twoConditions(text: string, {option, first, typed, joined}: Two): UsageError {
  const {before, after, isOr, isCondition} = joined;
  if (!isCondition) {
    return new UsageError(`${option} "${text}" joins two conditions.`, {
      hint: `If the text itself holds that sign, write ${option} '${first}"${typed}"'.`,
    });
  }
  const [one, other] = [`${option} '${first}${before}'`, `${option} '${after}'`];
  return new UsageError(`${option} "${text}" holds two conditions.`, {
    hint: isOr
      ? `Run the command twice: once with ${one}, and once with ${other}.`
      : `Write each by itself to get records that match both: ${one} ${other}`,
  });
}
