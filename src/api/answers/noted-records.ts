import type {Loose} from '../describe/schema.js';
import {type RowForm, type Rows, toRows} from './copied-rows.js';
import {cutting} from './cut-records.js';
import type {ReadText} from './record-pattern.js';
import type {RecordSource} from './records.js';

/** What is noted of a list's records while they pass. */
export type Notes = {
  readonly fields: readonly string[];
  take(records: readonly Loose[]): void | Promise<void>;
  /** The list was read to its end. */
  finish(): void | Promise<void>;
  /** The list was not read to its end. */
  drop(): void;
};

/** Starts to take notes; undefined if there is nothing to note. */
type Start = () => Promise<Notes | undefined>;

/** Notes the records of a list as they pass, without any change for the reader. */
export function notedRecords<T extends Loose>(records: RecordSource<T>, start: Start): RecordSource<T> {
  const {only, rows} = records;
  return {
    [Symbol.asyncIterator]: () => noted(start, () => records, asTheyAre),
    lines: () => noted(start, () => records.lines(), readLines),
    ...(only && {
      only: wanted => noted(start, also => only({...wanted, fields: [...wanted.fields, ...also]}), asTheyAre),
    }),
    ...(only && rows && {rows: (columns, form) => notedRows(start, {only, rows}, columns, form)}),
  };
}

/** Rows are copied without a look at their records, unless there is something to note. */
async function* notedRows<T extends Loose>(
  start: Start,
  {only, rows}: Required<Pick<RecordSource<T>, 'only' | 'rows'>>,
  columns: readonly string[],
  form: RowForm,
): AsyncGenerator<Rows, void> {
  const notes = await start();
  if (!notes) return yield* rows(columns, form);
  const batches = noted(
    async () => notes,
    also => only({fields: [...columns, ...also]}),
    asTheyAre,
  );
  for await (const batch of batches) yield toRows(batch, form);
}

async function* noted<T>(
  start: Start,
  open: (fields: readonly string[]) => AsyncIterable<T>,
  reading: (fields: readonly string[]) => (piece: T) => readonly Loose[],
): AsyncGenerator<T, void> {
  const notes = await start();
  if (!notes) return yield* open([]);
  const recordsIn = reading(notes.fields);
  let ended = false;
  try {
    for await (const piece of open(notes.fields)) {
      await notes.take(recordsIn(piece));
      yield piece;
    }
    ended = true;
  } finally {
    if (!ended) notes.drop();
  }
  await notes.finish();
}

const asTheyAre = () => (batch: readonly Loose[]) => batch;

/** Reads the records of lines. A line break in JSON lines is always the end of one. */
function readLines(fields: readonly string[]): (lines: Uint8Array) => readonly Loose[] {
  const readText: ReadText = cutting({fields}, JSON.parse);
  return ({buffer, byteOffset, byteLength}) => {
    const text = Buffer.from(buffer, byteOffset, byteLength).toString();
    return readText(`[${text.trimEnd().replaceAll('\n', ',')}]`) as readonly Loose[];
  };
}
