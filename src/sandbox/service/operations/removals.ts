import type {Asked, Db, Outcome} from '../behaviour.js';
import {idOf, itemsOf, toId} from '../form/input.js';
import {done} from '../outcome.js';
import {idsOfNamed, remove, type Table} from '../tables/table.js';

/** Deletes the row that the query names. */
export const removesOne =
  (table: Table, parameter: string, missing: Outcome, where?: string) =>
  (asked: Asked): Outcome =>
    remove(asked, table, [idOf(asked, parameter)], where) > 0 ? done : missing;

/** Deletes the rows that `strIds` names; those that do not exist are passed over unless none does. */
export const removesMany =
  (table: Table, missing: Outcome, where?: string) =>
  (asked: Asked): Outcome =>
    remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0 ? done : missing;

/** The ids of rows that are named by id, by utr, or by either. */
export const idsNamed = (db: Db, table: Table, names: readonly string[], by: string): number[] =>
  idsOfNamed(db, table, {ids: by === 'utr' ? [] : names.map(toId), utrs: by === 'id' ? [] : names});
