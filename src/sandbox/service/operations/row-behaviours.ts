import type {Operation} from '../../../api/describe/schema.js';
import type {Asked, Behaviour, Db, Outcome, Row} from '../behaviour.js';
import {done, gives} from '../behaviour.js';
import {changedBy, idOf, itemsOf, toId} from '../form/input.js';
import {checked, isList, type Rules, rowOf, rulesOf} from '../form/rules.js';
import {addNow, changeNow, find, idsOfNamed, remove, type Stored, type Table, withStamps} from '../tables/table.js';

/** A behaviour that adds what the form says, and what `more` says besides. */
export const addsOne = (
  table: Table,
  operation: Operation,
  own: Rules = {},
  more: (asked: Asked) => Row = () => ({}),
): Behaviour =>
  checked(rulesOf(operation, own), asked => {
    addNow(asked, table, {...rowOf(asked, operation), ...more(asked)});
    return done;
  });

/** A behaviour that shows the row named by a parameter. */
export const showsOne =
  (
    table: Table,
    parameter: string,
    missing: Outcome,
    show: (asked: Asked, row: Stored) => object = (_, row) => withStamps(row),
  ): Behaviour =>
  asked => {
    const row = find(asked.db, table, 'id', idOf(asked, parameter));
    return row ? gives(show(asked, row)) : missing;
  };

/** A behaviour that changes the row named by a parameter to what the form says. */
export const changesOne = (
  table: Table,
  operation: Operation,
  parameter: string,
  missing: Outcome,
  own: Rules = {},
): Behaviour =>
  checked(rulesOf(operation, own), asked => {
    const row = changedBy(asked, rowOf(asked, operation, parameter));
    return changeNow(asked, table, idOf(asked, parameter), row) ? done : missing;
  });

/** A behaviour that deletes the row named by a parameter. */
export const removesOne =
  (table: Table, parameter: string, missing: Outcome, where?: string): Behaviour =>
  asked =>
    remove(asked, table, [idOf(asked, parameter)], where) > 0 ? done : missing;

/** A behaviour that deletes the rows named by `strIds`; it fails only if none of them exists. */
export const removesMany = (table: Table, missing: Outcome, where?: string): Behaviour =>
  ofMany(asked => (remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0 ? done : missing));

/** A behaviour for many records at once, which the form must name in an array. */
export const ofMany = (behaviour: Behaviour): Behaviour => checked({strIds: [isList]}, behaviour);

/** The ids of rows named by id, by utr, or by either. */
export const idsNamed = (db: Db, table: Table, names: readonly string[], by: string): number[] =>
  idsOfNamed(db, table, {ids: by === 'utr' ? [] : names.map(toId), utrs: by === 'id' ? [] : names});
