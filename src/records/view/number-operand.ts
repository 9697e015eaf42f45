import {UsageError} from '../../errors.js';
import {closest} from '../../words/closest.js';
import {orList} from '../../words/sentence.js';
import {isYesOrNo} from '../fields/field.js';
import {fromPercent} from '../fields/percent.js';
import type {Operand, Typed} from './condition-text.js';
import {compareNumbers, fold, isNumeric} from './order.js';

/** A number in the form in which numbers are compared, digit by digit; undefined if the value is not a number. */
export function toNumber(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value) : undefined;
  return typeof value === 'string' && isNumeric(value) ? value : undefined;
}

export function readNumber(typed: Typed): Operand {
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
export function readShare(typed: Typed): Operand {
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
export function readWord(typed: Typed, words: readonly string[], called: readonly string[]): Operand {
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
export const byNumber = (number: string): Operand => {
  const order = (value: unknown): number | undefined => {
    const held = toNumber(value);
    return held === undefined ? undefined : compareNumbers(held, number);
  };
  return {equals: value => order(value) === 0, order};
};

/** A number as text. An exponent compares like any other number. */
const numberText = (number: number): string => String(number);
