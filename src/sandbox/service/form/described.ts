import {routeNames} from '../../../api/describe/route.js';
import type {Operation, Param} from '../../../api/describe/schema.js';
import type {Asked, Row, Value} from '../behaviour.js';
import {exists, type Table} from '../tables/table.js';
import {idOf, numberOf, textOf, toId} from './input.js';
import {
  hasAtLeast,
  hasAtMost,
  isEmail,
  isFlag,
  isInteger,
  isOneOf,
  isText,
  looksLike,
  names,
  type Rule,
  type Rules,
} from './rules.js';

/** The rules of an operation's form, as the endpoint describes it. `own` are those that need the account. */
export const rulesOf = (operation: Operation, own: Rules = {}): Rules =>
  Object.fromEntries(
    Object.entries(operation.params)
      .filter(([name]) => !routeNames(operation).includes(name))
      .map(([name, param]) => [name, own[name] ?? rulesFor(param)]),
  );

function rulesFor({type, format, choices, limits = {}}: Param): readonly Rule[] {
  if (type === 'integer') return [isInteger];
  if (type === 'flag') return [isFlag];
  if (format === 'address') return [isEmail];
  if (choices) return [isOneOf(...choices)];
  const {min, max, pattern} = limits;
  return [
    isText,
    ...(min === undefined ? [] : [hasAtLeast(min)]),
    ...(max === undefined ? [] : [hasAtMost(max)]),
    ...(pattern === undefined ? [] : [looksLike(pattern)]),
  ];
}

/** The columns that an operation's form fills, without the parameter that names the record. */
export const rowOf = (asked: Asked, {params}: Operation, key?: string): Row =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => name !== key)
      .map(([name, param]) => [name, stored(asked, name, param)]),
  );

function stored(asked: Asked, name: string, {type, required}: Param): Value {
  if (type === 'flag') return numberOf(asked, name);
  if (type !== 'integer') return textOf(asked, name);
  return idOf(asked, name) || (required ? 0 : null);
}

/** The rules of a parameter with the id of a table's record. */
export const idIn = (table: Table): readonly Rule[] => [
  isInteger,
  names(({db}, value) => exists(db, table, toId(value))),
];
