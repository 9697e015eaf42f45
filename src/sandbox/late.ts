import type {Operation} from '../api/operation.js';
import type {RunningAccount} from './account.js';
import type {Db, Form, FormValue, Upload} from './behaviour.js';

/** A request whose change lands later: kept as a row with a due time, since nothing in the sandbox waits. */
export function comeLate(db: Db, {operation, input, due}: {operation: Operation; input: Form; due: Date}): void {
  db.run('INSERT INTO sandbox_late (due, route, input) VALUES (?, ?, ?)', [
    due.getTime(),
    operation.route,
    JSON.stringify(input, (_, value: unknown) => (value instanceof Uint8Array ? packed(value) : value)),
  ]);
}

/** Applies the late changes that are due, each at its own time. What the account refuses then is lost, as it would be. */
export function landLate({service, settings, operations}: RunningAccount, db: Db, now: Date): void {
  const due = db.all<LateRow>('SELECT id, due, route, input FROM sandbox_late WHERE due <= ? ORDER BY due, id', [
    now.getTime(),
  ]);
  for (const row of due) {
    const at = new Date(row.due);
    const operation = operations.get(row.route);
    const behaviour = service.behaviours[row.route];
    db.run('DELETE FROM sandbox_late WHERE id = ?', [row.id]);
    if (!operation || !behaviour) continue;
    service.bringUpToDate(db, at, settings);
    behaviour({operation, input: unpackedForm(row.input), db, now: at, settings, baseUrl: ''});
  }
}

type LateRow = {readonly id: number; readonly due: number; readonly route: string; readonly input: string};
type Packed = {readonly base64: string};

// Buffers turn themselves into plain objects before a replacer sees them; these are spared that by being views of their own.
const packed = (bytes: Uint8Array): Packed => ({base64: Buffer.from(bytes).toString('base64')});

const unpackedForm = (text: string): Form =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as {[name: string]: FormValue | (Omit<Upload, 'bytes'> & {bytes: Packed})}).map(
      ([name, value]) => [name, isPacked(value) ? {...value, bytes: Buffer.from(value.bytes.base64, 'base64')} : value],
    ),
  ) as Form;

const isPacked = (value: unknown): value is Omit<Upload, 'bytes'> & {bytes: Packed} =>
  typeof value === 'object' && value !== null && 'bytes' in value;
