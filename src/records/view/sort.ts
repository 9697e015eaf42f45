import type {Field, Loose, Shape} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {compareUnits} from '../../core/words/values.js';
import {parseSent} from '../dates/clock.js';
import {fieldAt, isDate} from '../fields/field.js';
import {type FieldReader, toReader} from '../fields/path.js';
import {compact} from '../fields/readable.js';

/** What records are sorted by. Each key is read once, because it is compared many times. */
export type Order = {
  readonly paths: readonly string[];
  readonly keyOf: (record: Loose) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
};

/** A value for each field of `--sort`; undefined for a field that holds nothing. */
export type SortKey = ReadonlyArray<Ranked | undefined>;

/** Reads `-created_at,name`: newest first, then by name. Empty fields come last in both directions. */
export function parseSort(
  texts: readonly string[],
  {shape, fieldOf}: {readonly shape: Shape; readonly fieldOf: (typed: string) => string},
): Order {
  const keys = texts
    .flatMap(text => text.split(',').map(part => ({text, part})))
    .map(({text, part}) => {
      const [, sign, typed = ''] = /^\s*([-+]?)\s*(.*?)\s*$/s.exec(part) ?? [];
      if (typed === '')
        throw new UsageError(`--sort "${text}" names no field.`, {hint: 'Write it as in --sort -created_at.'});
      const path = fieldOf(typed);
      return {path, read: valueReader(path, fieldAt(shape, path)), direction: sign === '-' ? -1 : 1};
    });
  return {
    paths: keys.map(({path}) => path),
    keyOf: record =>
      keys.map(({read}) => {
        const value = read(record);
        return isEmpty(value) ? undefined : rankOf(value);
      }),
    compare: (one, other) => {
      for (const [at, {direction}] of keys.entries()) {
        const [a, b] = [one[at], other[at]];
        const order = a && b ? direction * compareRanked(a, b) : Number(a === undefined) - Number(b === undefined);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

const valueReader = (path: string, field: Field | undefined): FieldReader => {
  const read = toReader(path);
  return isDate(field) ? record => momentOf(read(record)) : read;
};

/** A moment in one form, whatever its precision; undefined for the zeros that mean it has not happened yet. */
const momentOf = (value: unknown): unknown => (typeof value === 'string' ? parseSent(value) : value);

/** A value as `--sort` orders it: numbers before texts, such as `02134`. */
type Ranked = {readonly isText: boolean; readonly text: string};

function compareRanked(a: Ranked, b: Ranked): number {
  if (a.isText !== b.isText) return Number(a.isText) - Number(b.isText);
  return a.isText ? compareTexts(a.text, b.text) : compareNumbers(a.text, b.text);
}

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Gives texts that differ only in case or Unicode spelling the same form. */
export const fold = (text: string): string => text.toLowerCase().toUpperCase().normalize('NFC');

/** Whether a text is a number: without a plus and without leading zeros. */
export const isNumeric = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);

function rankOf(value: unknown): Ranked {
  const text = typeof value === 'boolean' ? String(Number(value)) : compact(value);
  return {isText: typeof value !== 'number' && !isNumeric(text), text};
}

/** Compares numbers as text, because ids may be too long for a double. */
export function compareNumbers(one: string, other: string): number {
  const apart = Number(one) - Number(other);
  if (apart !== 0 || one === other) return apart;
  const whole = /^-?\d+$/;
  return whole.test(one) && whole.test(other) ? Number(BigInt(one) - BigInt(other)) : 0;
}

/** Orders texts as people's lists do: `Item 2` before `Item 10`. */
export function compareTexts(one: string, other: string): number {
  collator ??= new Intl.Collator('en', {numeric: true});
  return collator.compare(one, other) || compareUnits(one.normalize('NFC'), other.normalize('NFC'));
}

/** Created at the first comparison, because creating it takes a third of a bare start. */
let collator: Intl.Collator | undefined;
