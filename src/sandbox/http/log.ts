import type {Db} from '../service/behaviour.js';
import type {SentField} from './form/form.js';

/** A request as it was received. Values and keys are not kept, only names and sizes. */
export type LogEntry = {
  /** By the wall clock. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly encoding: string;
  readonly fields: readonly LoggedField[];
  /** Of the body as it was received. */
  readonly bytes: number;
  /** Fields beyond the limit. */
  readonly dropped: number;
  readonly faults: readonly string[];
  /** The sandbox has no behaviour for this operation: it answers as an account that holds nothing would. */
  readonly unmodelled?: true;
  /** The HTTP status that was answered; null when nothing was. */
  readonly status: number | null;
};

type LoggedField = {
  readonly name: string;
  readonly bytes: number;
  readonly count?: number;
  readonly filename?: string;
};

const kept = 2000;

/** Adds a request to the log, which keeps the last two thousand. */
export function logRequest(db: Db, entry: LogEntry): void {
  const {id} = db.run('INSERT INTO sandbox_log (entry) VALUES (?)', [JSON.stringify(entry)]);
  db.run('DELETE FROM sandbox_log WHERE id <= ?', [id - kept]);
}

/** The requests that were received, oldest first. */
export const loggedRequests = (db: Db, newest = kept): LogEntry[] =>
  db
    .all<{entry: string}>(
      'SELECT entry FROM (SELECT id, entry FROM sandbox_log ORDER BY id DESC LIMIT ?) ORDER BY id',
      [newest],
    )
    .map(({entry}) => JSON.parse(entry) as LogEntry);

/** Names and sizes of fields; the items of an array such as `strIds[0]` become one field with a count. */
export function summaryOf(fields: readonly SentField[]): LoggedField[] {
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
