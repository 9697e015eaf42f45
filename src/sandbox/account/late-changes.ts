import type {Operation} from '../../api/describe/schema.js';
import {type Db, type Form, type FormValue, isUpload, type Upload} from '../service/behaviour.js';
import type {RunningAccount} from './open-account.js';

/** Stores a request that takes effect later as a row with a due time, because the sandbox has no timers. */
export function storeLateChange(db: Db, {operation, input, due}: {operation: Operation; input: Form; due: Date}): void {
  db.run('INSERT INTO sandbox_late (due, route, input) VALUES (?, ?, ?)', [
    due.getTime(),
    operation.route,
    JSON.stringify(packed(input)),
  ]);
}

/** Applies the late changes that are due, each at its own time. One that is refused then is lost. */
export function applyLateChanges({service, settings, operations}: RunningAccount, db: Db, now: Date): void {
  const due = db.all<LateRow>('SELECT id, due, route, input FROM sandbox_late WHERE due <= ? ORDER BY due, id', [
    now.getTime(),
  ]);
  for (const row of due) {
    const at = new Date(row.due);
    const operation = operations.get(row.route);
    db.run('DELETE FROM sandbox_late WHERE id = ?', [row.id]);
    if (!operation) continue;
    service.bringUpToDate(db, at, settings);
    const input = unpacked(JSON.parse(row.input) as Packed);
    service.behaviourOf(operation)({operation, input, db, now: at, settings, baseUrl: ''});
  }
}

type LateRow = {readonly id: number; readonly due: number; readonly route: string; readonly input: string};
type Packed = {readonly [name: string]: Exclude<FormValue, Upload> | PackedUpload};
type PackedUpload = Omit<Upload, 'bytes'> & {readonly base64: string};

const packed = (input: Form): Packed =>
  mapped(input, value =>
    isUpload(value)
      ? {filename: value.filename, type: value.type, base64: Buffer.from(value.bytes).toString('base64')}
      : value,
  );

const unpacked = (input: Packed): Form =>
  mapped(input, value =>
    isPacked(value) ? {filename: value.filename, type: value.type, bytes: Buffer.from(value.base64, 'base64')} : value,
  );

const mapped = <A, B>(form: {readonly [name: string]: A}, change: (value: A) => B): {readonly [name: string]: B} =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, change(value)]));

const isPacked = (value: Packed[string]): value is PackedUpload =>
  typeof value === 'object' && value !== null && 'base64' in value;
