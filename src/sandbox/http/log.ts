import {
  about,
  integer,
  listOf,
  nullable,
  object,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import type {Db} from '../service/behaviour.js';
import type {ParsedForm} from './form.js';

const loggedField = object({name: text, bytes: integer, count: optional(integer), filename: optional(text)});

const entry = object({
  at: about('By the wall clock', text),
  method: text,
  path: text,
  encoding: text,
  fields: listOf(loggedField),
  bytes: about('Of the body as it was received', integer),
  dropped: about('Fields beyond the limit', integer),
  faults: listOf(text),
  status: about('The HTTP status that was answered; null when nothing was', nullable(integer)),
});

/** The requests that a sandbox has received. */
export default listOf(entry);

/** A request as it was received. Values and keys are not kept, only names and sizes. */
export type LogEntry = TypeOf<typeof entry>;
type LoggedField = TypeOf<typeof loggedField>;

const kept = 2000;

/** Adds a request to the log, which keeps the last two thousand. */
export function logRequest(db: Db, entry: LogEntry): void {
  const {id} = db.run('INSERT INTO sandbox_log (entry) VALUES (?)', [JSON.stringify(entry)]);
  db.run('DELETE FROM sandbox_log WHERE id <= ?', [id - kept]);
}

/** The received requests, oldest first. */
export const loggedRequests = (db: Db, newest = kept): LogEntry[] =>
  db
    .all<{entry: string}>(
      'SELECT entry FROM (SELECT id, entry FROM sandbox_log ORDER BY id DESC LIMIT ?) ORDER BY id',
      [newest],
    )
    .map(({entry}) => JSON.parse(entry) as LogEntry);

/** Names and sizes of fields; the items of an array such as `strIds[0]` become one field with a count. */
export function loggedFields(fields: ParsedForm['sent']): LoggedField[] {
  const summary = new Map<string, LoggedField>();
  for (const {name, bytes, filename} of fields) {
    const base = name.replace(/\[\d*\]$/, '[]');
    const known = summary.get(base);
    summary.set(base, {
      name: base,
      bytes: bytes + (known?.bytes ?? 0),
      ...(base === name ? {} : {count: 1 + (known?.count ?? 0)}),
      ...(filename === undefined ? {} : {filename}),
    });
  }
  return [...summary.values()];
}
