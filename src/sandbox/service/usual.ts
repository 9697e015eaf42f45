import {routeNames} from '../../api/describe/route.js';
import type {Operation} from '../../api/describe/schema.js';
import {type Asked, type Behaviour, done, gives, lists, notFound, type Outcome, type Row} from './behaviour.js';
import {changedBy, checked, idOf, isList, itemsOf, type Rules, rowOf, rulesOf, textOf, toId} from './forms.js';
import {addNow, changeNow, find, idsNamed, listed, remove, type Stored} from './rows.js';
import type {Table} from './tables.js';

export type Behaviours = Readonly<Record<string, Behaviour>>;

/** What is particular about the records of a table; the rest follows from their operations. */
type Particulars = {
  /** Rules of its form that need the account. */
  readonly own?: Rules;
  /** What a new row holds besides the form. */
  readonly more?: (asked: Asked) => Row;
  /** How a row is shown, after what many rows need was read once: for all of them, or for the one with this id. */
  readonly shown?: (asked: Asked, only?: number) => (row: Stored) => object;
  /** Which rows of the table these are. */
  readonly where?: string;
  /** The column that names a record. */
  readonly by?: 'id' | 'utr';
  /** What details and deletions answer where there is no such record. */
  readonly unknown?: Outcome;
  readonly gone?: Outcome;
  /** What ends with a record before it is deleted. */
  readonly ends?: (asked: Asked, id: number) => void;
};

/** A table's operations by their usual names: list, create or add, details, update, delete, bulkDelete. */
export function usual(
  table: Table,
  operations: {readonly [name: string]: Operation},
  particulars: Particulars = {},
): Behaviours {
  const {own = {}, more = () => ({}), shown = () => row => row, where, by = 'id', unknown = notFound} = particulars;
  const {gone = notFound, ends = () => undefined} = particulars;
  const add = (operation: Operation): Behaviour =>
    checked(rulesOf(operation, own), asked => {
      addNow(asked, table, {...rowOf(asked, operation), ...more(asked)});
      return done;
    });
  const removed = (asked: Asked, names: readonly string[], named: string): Outcome => {
    const ids = by === 'id' ? names.map(toId) : idsNamed(asked.db, table, names, named);
    for (const id of ids) ends(asked, id);
    return remove(asked, table, ids, where) > 0 ? done : gone;
  };
  const ways: {readonly [name: string]: (operation: Operation, key: string) => Behaviour} = {
    list: () => asked => lists(listed(asked, table, where === undefined ? {} : {where}, shown(asked))),
    create: add,
    add,
    details: (_, key) => asked => {
      const row = find(asked.db, table, by, by === 'id' ? idOf(asked, key) : textOf(asked, key));
      return row ? gives(shown(asked, row.id)(row)) : unknown;
    },
    update: (operation, key) =>
      checked(rulesOf(operation, own), asked => {
        const row = changedBy(asked, rowOf(asked, operation, key));
        return changeNow(asked, table, idOf(asked, key), row) ? done : notFound;
      }),
    delete: (_, key) => asked => removed(asked, [textOf(asked, key)], by),
    bulkDelete: () =>
      checked({strIds: [isList]}, asked => removed(asked, itemsOf(asked, 'strIds'), asked.settings.bulkIds)),
  };
  return Object.fromEntries(
    Object.entries(operations).flatMap(([name, operation]) => {
      const way = ways[name];
      return way ? [[operation.route, way(operation, keyOf(operation))]] : [];
    }),
  );
}

/** The parameter that names the record: the one of the route, or the first of the form. */
const keyOf = (operation: Operation): string => routeNames(operation)[0] ?? Object.keys(operation.params)[0] ?? '';
