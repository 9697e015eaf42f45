import type {Asked, Behaviour, Db, Outcome} from '../behaviour.js';
import {idOf, itemsOf, toId} from '../form/input.js';
import {checked, isList} from '../form/rules.js';
import {done} from '../outcome.js';
import {idsOfNamed, remove, type Table} from '../tables/table.js';

/** A behaviour that deletes the row named by a query parameter. */
export const removesOne =
  (table: Table, parameter: string, missing: Outcome, where?: string) =>
  (asked: Asked): Outcome =>
    remove(asked, table, [idOf(asked, parameter)], where) > 0 ? done : missing;

/** A behaviour that deletes the rows named by `strIds`; it fails only if none of them exists. */
export const removesMany = (table: Table, missing: Outcome, where?: string): Behaviour =>
  ofMany(asked => (remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0 ? done : missing));

/** A behaviour for many records at once, which the form must name in an array. */
export const ofMany = (behaviour: Behaviour): Behaviour => checked({strIds: [isList]}, behaviour);

/** The ids of rows named by id, by utr, or by either. */
export const idsNamed = (db: Db, table: Table, names: readonly string[], by: string): number[] =>
  idsOfNamed(db, table, {ids: by === 'utr' ? [] : names.map(toId), utrs: by === 'id' ? [] : names});
