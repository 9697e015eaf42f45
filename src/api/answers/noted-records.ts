import type {Loose} from '../describe/schema.js';
import type {RecordSource} from './records.js';

/** What is noted of a list's records while they pass. */
export type Notes = {
  take(records: readonly Loose[]): void | Promise<void>;
  /** The list was read to its end. */
  finish(): void | Promise<void>;
  /** The list was not read to its end. */
  drop(): void;
};

/** Notes the records of a list as they pass, without any change for the reader. `start` may say that nothing is noted. */
export const notedRecords = <T extends Loose>(
  records: RecordSource<T>,
  start: () => Promise<Notes | undefined>,
): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => noted(records, start, batch => batch),
  lines: () => noted(records.lines(), start, parsed),
});

async function* noted<T>(
  pieces: AsyncIterable<T>,
  start: () => Promise<Notes | undefined>,
  recordsIn: (piece: T) => readonly Loose[],
): AsyncGenerator<T, void> {
  const notes = await start();
  if (!notes) return yield* pieces;
  let ended = false;
  try {
    for await (const piece of pieces) {
      await notes.take(recordsIn(piece));
      yield piece;
    }
    ended = true;
  } finally {
    if (!ended) notes.drop();
  }
  await notes.finish();
}

/** The records of lines, in one piece: a line break in JSON lines is always the end of one. */
const parsed = ({buffer, byteOffset, byteLength}: Uint8Array): readonly Loose[] =>
  JSON.parse(`[${Buffer.from(buffer, byteOffset, byteLength).toString().trimEnd().replaceAll('\n', ',')}]`);
