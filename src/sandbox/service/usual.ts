import type {Operation} from '../../api/describe/schema.js';
import {type Asked, type Behaviour, type Behaviours, done, notFound, type Outcome, type SqlRow} from './behaviour.js';
import {changedBy, idInForm, itemsOf, recordKey, rowOf, textInForm, toId} from './forms.js';
import {addNow, changeNow, find, idsNamed, listed, remove, type Stored} from './rows.js';
import type {Table} from './tables.js';

/** What is particular about the records of a table; the rest follows from their operations. */
type Particulars = {
  /** What a new row holds besides the form. */
  readonly more?: (asked: Asked) => SqlRow;
  /** How a row is shown, after what many rows need was read once: for all of them, or for the one with this id. */
  readonly shown?: (asked: Asked, only?: number) => (row: Stored) => object;
  /** Which rows of the table these are. */
  readonly where?: string;
  /** The column that names a record. */
  readonly by?: 'id' | 'utr';
  /** What ends with a record before it is deleted. */
  readonly ends?: (asked: Asked, id: number) => void;
};

/** A table's operations by their usual names: list, create or add, details, update, delete, bulkDelete. */
export function usual(
  table: Table,
  operations: {readonly [name: string]: Operation},
  {more = () => ({}), shown = () => row => row, where = 'TRUE', by = 'id', ends = () => undefined}: Particulars = {},
): Behaviours {
  const add: Behaviour = asked => {
    addNow(asked, table, {...rowOf(asked, asked.operation), ...more(asked)});
    return done;
  };
  const removed = (asked: Asked, names: readonly string[], named: string): Outcome => {
    const ids = by === 'id' ? names.map(toId) : idsNamed(asked.db, table, names, named);
    for (const id of ids) ends(asked, id);
    return remove(asked, table, ids, where) > 0 ? done : notFound;
  };
  const ways: Behaviours = {
    list: asked => ({records: listed(asked, table, {where}, shown(asked))}),
    create: add,
    add,
    details(asked) {
      const row = recordNamed(asked, table, by);
      return row ? {value: shown(asked, row.id)(row)} : notFound;
    },
    update(asked) {
      const key = recordKey(asked.operation);
      const row = changedBy(asked, rowOf(asked, asked.operation, key));
      return changeNow(asked, table, idInForm(asked, key), row) ? done : notFound;
    },
    delete: asked => removed(asked, [textInForm(asked, recordKey(asked.operation))], by),
    bulkDelete: asked => removed(asked, itemsOf(asked, 'strIds'), asked.settings.bulkIds),
  };
  return Object.fromEntries(
    Object.entries(operations).flatMap(([name, {route}]) => (ways[name] ? [[route, ways[name]]] : [])),
  );
}

/** The record that an operation names, as its table shows it. */
export function recordNamed(asked: Asked, table: Table, by: 'id' | 'utr' = 'id'): Stored | undefined {
  const key = recordKey(asked.operation);
  return find(asked.db, table, by, by === 'id' ? idInForm(asked, key) : textInForm(asked, key));
}
