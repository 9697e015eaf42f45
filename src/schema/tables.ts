import type {ColumnKind, TypedColumn} from '../records/fields/typed-columns.js';

/** The databases for which emk writes down the columns of a record. */
export type Database = 'duckdb' | 'postgres' | 'bigquery';

/** The columns of a record in the words of a database: what `read_json` of DuckDB takes, or the statement that makes a table. */
export const tableFor = (database: Database, name: string, columns: readonly TypedColumn[]): string =>
  databases[database](name, columns);

const databases: Readonly<Record<Database, (name: string, columns: readonly TypedColumn[]) => string>> = {
  duckdb: (_, columns) =>
    `columns = {\n${lines(columns, ({name, kind}) => `${quoted(name, "'")}: '${typesOf.duckdb[kind]}'`)}\n}\n`,
  postgres: (name, columns) =>
    `CREATE TABLE ${quoted(name, '"')} (\n${lines(
      columns,
      ({name, kind, nullable}) => `${quoted(name, '"')} ${typesOf.postgres[kind]}${nullable ? '' : ' PRIMARY KEY'}`,
    )}\n);\n`,
  bigquery: (name, columns) =>
    `CREATE TABLE ${quoted(name, '`')} (\n${lines(
      columns,
      ({name, kind, nullable}) => `${quoted(name, '`')} ${typesOf.bigquery[kind]}${nullable ? '' : ' NOT NULL'}`,
    )}\n);\n`,
};

const typesOf: Readonly<Record<Database, Readonly<Record<ColumnKind, string>>>> = {
  duckdb: {
    text: 'VARCHAR',
    integer: 'BIGINT',
    number: 'DOUBLE',
    boolean: 'BOOLEAN',
    timestamp: 'TIMESTAMPTZ',
    json: 'JSON',
  },
  postgres: {
    text: 'text',
    integer: 'bigint',
    number: 'double precision',
    boolean: 'boolean',
    timestamp: 'timestamptz',
    json: 'jsonb',
  },
  bigquery: {
    text: 'STRING',
    integer: 'INT64',
    number: 'FLOAT64',
    boolean: 'BOOL',
    timestamp: 'TIMESTAMP',
    json: 'JSON',
  },
};

const lines = (columns: readonly TypedColumn[], line: (column: TypedColumn) => string): string =>
  columns.map(column => `  ${line(column)}`).join(',\n');

/** Names of columns hold no quotes, and those of records come from the documentation. */
const quoted = (name: string, mark: string): string => `${mark}${name.replace(/[ -]/g, '_')}${mark}`;
