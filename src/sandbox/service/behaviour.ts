import type {Operation} from '../../api/describe/schema.js';
import type {Settings} from './settings.js';

/** The account's database for behaviours. Every request runs in one transaction. */
export type Db = {
  all<R extends Row = Row>(sql: string, values?: readonly Value[]): R[];
  get<R extends Row = Row>(sql: string, values?: readonly Value[]): R | undefined;
  run(sql: string, values?: ReadonlyArray<Value | Uint8Array>): {readonly changes: number; readonly id: number};
};

export type Value = string | number | null;
export type Row = {readonly [column: string]: Value};

/** A parsed form or query, as PHP's framework passes it on: text trimmed, empty text as null. */
export type Form = {readonly [name: string]: FormValue};
export type FormValue = string | null | Upload | readonly (string | null)[];
export type Upload = {readonly filename: string; readonly type: string; readonly bytes: Uint8Array};

export const isUpload = (value: FormValue): value is Upload =>
  typeof value === 'object' && value !== null && 'bytes' in value;

/** One request to the account, after its keys and route were checked. */
export type Asked = {
  readonly operation: Operation;
  readonly input: Form;
  readonly db: Db;
  readonly now: Date;
  readonly settings: Settings;
  /** `{base_url}` as the client wrote it. */
  readonly baseUrl: string;
};

/**
 * The result of an operation: data for its envelope, a streamed collection, or `errors`. `records` is read while the
 * client reads, in one short transaction after another, so that a slow reader does not block others.
 */
export type Outcome =
  | {readonly kind: 'value'; readonly value: unknown}
  | {readonly kind: 'records'; readonly records: Iterable<Listed>}
  | {readonly kind: 'file'; readonly type: string; readonly body: string}
  | {readonly kind: 'failure'; readonly errors: string | {readonly [parameter: string]: readonly string[]}};

/** A record of a collection, or several as JSON lines. */
export type Listed = object | string;

/** Carries out one operation. */
export type Behaviour = (asked: Asked) => Outcome;

/** Success with the operation's own text. */
export const done: Outcome = {kind: 'value', value: null};

/** Success with a value for the operation's envelope. */
export const gives = (value: unknown): Outcome => ({kind: 'value', value});

/** Success with a collection that may be long. */
export const lists = (records: Iterable<Listed>): Outcome => ({kind: 'records', records});

/** A failure: one sentence, or complaints by parameter. */
export const refuses = (errors: string | {readonly [parameter: string]: readonly string[]}): Outcome => ({
  kind: 'failure',
  errors,
});

/** The failure of most operations for a missing record. */
export const notFound = refuses('Record Not Found');

/** The same in the spelling of mailings, automations and the recipients of a segment. */
export const notFoundInLowerCase = refuses('Record not found');
