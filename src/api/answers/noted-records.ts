import type {Loose} from '../describe/schema.js';
import type {RecordSource} from './records.js';

/** What is noted of a list's records while they pass. */
export type Notes = {
  take(records: readonly Loose[]): void | Promise<void>;
  /** The list was read to its end. `all` is false if some of its records passed unparsed, and so unnoted. */
  finish(all: boolean): void | Promise<void>;
  /** The list was not read to its end. */
  drop(): void;
};

/** Notes the records of a list as they pass, without any change for the reader. */
export const notedRecords = <T extends Loose>(
  records: RecordSource<T>,
  start: () => Promise<Notes>,
): RecordSource<T> => ({
  [Symbol.asyncIterator]: () =>
    noted(records, start, async (batch, notes) => {
      await notes.take(batch);
      return true;
    }),
  lines() {
    let length = 0;
    return noted(records.lines(), start, async (piece, notes) => {
      length += piece.byteLength;
      if (length > MOST_PARSED) return false;
      await notes.take(parsed(piece));
      return true;
    });
  },
});

async function* noted<T>(
  pieces: AsyncIterable<T>,
  start: () => Promise<Notes>,
  note: (piece: T, notes: Notes) => Promise<boolean>,
): AsyncGenerator<T, void> {
  const notes = await start();
  let all = true;
  let ended = false;
  try {
    for await (const piece of pieces) {
      all = (await note(piece, notes)) && all;
      yield piece;
    }
    ended = true;
  } finally {
    if (!ended) notes.drop();
  }
  await notes.finish(all);
}

/** In bytes. Records passed on unparsed are parsed only for the notes, which must not slow a long list. */
const MOST_PARSED = 2 * 1024 * 1024;

function parsed(lines: Uint8Array): readonly Loose[] {
  try {
    return Buffer.from(lines)
      .toString('utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  } catch {
    return [];
  }
}
