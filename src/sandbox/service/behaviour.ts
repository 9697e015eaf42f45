import type {Operation} from '../../api/describe/schema.js';
import type {Settings} from './settings.js';

/** The account's database for behaviours. Every request runs in one transaction. */
export type Db = {
  all<R extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): R[];
  get<R extends SqlRow = SqlRow>(sql: string, values?: readonly SqlValue[]): R | undefined;
  run(sql: string, values?: ReadonlyArray<SqlValue | Uint8Array>): {readonly changes: number; readonly id: number};
};

export type SqlValue = string | number | null;
export type SqlRow = {readonly [column: string]: SqlValue};

/** A parsed form or query, as PHP's framework passes it on: text trimmed, empty text as null. */
export type ServiceForm = {readonly [name: string]: FormValue};
export type FormValue = string | null | Upload | readonly (string | null)[];
export type Upload = {readonly filename: string; readonly type: string; readonly bytes: Uint8Array};

export const isUpload = (value: FormValue | undefined): value is Upload =>
  typeof value === 'object' && value !== null && 'bytes' in value;

/** One request to the account, after its keys and route were checked. */
export type Asked = {
  readonly operation: Operation;
  readonly input: ServiceForm;
  readonly db: Db;
  readonly now: Date;
  readonly settings: Settings;
  /** `{base_url}` as the client wrote it. */
  readonly baseUrl: string;
};

/**
 * The result of an operation: data for its envelope, a streamed collection, a download, or `errors`. `records` are read
 * while the client reads, in one short transaction after another, so that a slow reader does not block others.
 */
export type Outcome =
  | {readonly value: unknown}
  | {readonly records: Iterable<ListItem>}
  | {readonly csv: string}
  | {readonly errors: Errors};

/** A record of a collection, or several as JSON lines. */
export type ListItem = object | string;

/** What is wrong: one sentence, or complaints by parameter. */
export type Errors = string | {readonly [parameter: string]: readonly string[]};

/** Carries out one operation, whose form was checked. */
export type Behaviour = (asked: Asked) => Outcome;
export type Behaviours = {readonly [route: string]: Behaviour};

/** Success with the operation's own text. */
export const done: Outcome = {value: null};

/** The record that the operation names does not exist; each operation says so in its own words. */
export const notFound: Outcome = {errors: 'Record Not Found'};
