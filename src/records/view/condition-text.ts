import type {Field} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
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
  if (joins(typed, isField)) {
    throw new UsageError(`${option} "${text}" holds two conditions.`, {
      hint: `Give each its own ${option}, or run the command twice. A text with such a word needs quotes: ${option} '${path}${operator}"${typed}"'.`,
    });
  }
  return {path, operator, operand: typed, quoted: false};
}

const operators: readonly Operator[] = ['=', '!=', '>=', '<=', '>', '<', '~'];

const quotes = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
] as const;

/** Refuses `==` and the like, which would otherwise be a sign and a value that begins with one. */
const wrongSign = (text: string, {option, path, sign, typed}: Wrong): UsageError =>
  new UsageError(`${option} "${text}" has the sign ${sign}. Use one of = != > >= < <= ~`, {
    hint: `A value that begins with such a sign needs quotes: ${option} '${path}="${sign.slice(1)}${typed}"'.`,
  });

type Wrong = {readonly option: string; readonly path: string; readonly sign: string; readonly typed: string};

/** Whether a value holds a second condition: `&&`, or a word before another condition. */
function joins(typed: string, isField: (path: string) => boolean): boolean {
  if (/&&|\|\|/.test(typed)) return true;
  const [, path = ''] = /\s(?:and|or)\s+([\w.-]+)\s*(?:!=|[=<>~])/i.exec(typed) ?? [];
  return path !== '' && isField(path);
}
