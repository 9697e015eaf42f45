import type {Operation} from '../../../api/describe/schema.js';
import type {Asked, Behaviour, Db, Outcome, Row} from '../behaviour.js';
import {done, gives} from '../behaviour.js';
import {changedBy, idOf, itemsOf, toId} from '../form/input.js';
import {checked, isList, type Rules, rowOf, rulesOf} from '../form/rules.js';
import {addNow, changeNow, find, idsOfNamed, remove, type Stored, type Table, withStamps} from '../tables/table.js';

/** The answer where a record is missing; the settings may decide it. */
type Missing = Outcome | ((asked: Asked) => Outcome);

const orMissing = (isThere: boolean, missing: Missing, asked: Asked): Outcome =>
  isThere ? done : typeof missing === 'function' ? missing(asked) : missing;

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
    missing: Missing,
    show: (asked: Asked, row: Stored) => object = ({settings}, row) => withStamps(row, settings),
  ): Behaviour =>
  asked => {
    const row = find(asked.db, table, 'id', idOf(asked, parameter));
    return row ? gives(show(asked, row)) : orMissing(false, missing, asked);
  };

/** A behaviour that changes the row named by a parameter to what the form says. */
export const changesOne = (
  table: Table,
  operation: Operation,
  parameter: string,
  missing: Missing,
  own: Rules = {},
): Behaviour =>
  checked(rulesOf(operation, own), asked => {
    const row = changedBy(asked, rowOf(asked, operation, parameter));
    return orMissing(changeNow(asked, table, idOf(asked, parameter), row), missing, asked);
  });

/** A behaviour that deletes the row named by a parameter. */
export const removesOne =
  (table: Table, parameter: string, missing: Missing, where?: string): Behaviour =>
  asked =>
    orMissing(remove(asked, table, [idOf(asked, parameter)], where) > 0, missing, asked);

/** A behaviour that deletes the rows named by `strIds`; it fails only if none of them exists. */
export const removesMany = (table: Table, missing: Missing, where?: string): Behaviour =>
  ofMany(asked => orMissing(remove(asked, table, itemsOf(asked, 'strIds').map(toId), where) > 0, missing, asked));

/** A behaviour for many records at once, which the form must name in an array. */
export const ofMany = (behaviour: Behaviour): Behaviour => checked({strIds: [isList]}, behaviour);

/** The ids of rows named by id, by utr, or by either. */
export const idsNamed = (db: Db, table: Table, names: readonly string[], by: string): number[] =>
  idsOfNamed(db, table, {ids: by === 'utr' ? [] : names.map(toId), utrs: by === 'id' ? [] : names});
