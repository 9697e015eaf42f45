import {NotFoundError} from '../errors.js';
import type {RecordSource} from './records.js';
import type {Loose} from './schema.js';

/** Records that are already here, in the form that lists come in. */
export const recordsOf = <T extends Loose>(records: readonly T[]): RecordSource<T> => ({
  async *[Symbol.asyncIterator]() {
    if (records.length > 0) yield records;
  },
  async *lines() {
    for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
  },
});

/** Records that pass, batch by batch. Their bytes are written anew, since some are left out. */
export const onlyThose = <T extends Loose>(
  source: RecordSource<T>,
  passes: (record: T) => boolean,
): RecordSource<T> => ({
  async *[Symbol.asyncIterator]() {
    for await (const batch of source) {
      const kept = batch.filter(passes);
      if (kept.length > 0) yield kept;
    }
  },
  async *lines() {
    for await (const batch of this) yield Buffer.from(batch.map(record => `${JSON.stringify(record)}\n`).join(''));
  },
});

/** Records that may rightly be none, but not for want of what they were picked by: `check` throws where that is missing. */
export const checkedWhenNone = <T>(source: RecordSource<T>, check: () => Promise<void>): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => orChecked(source, check),
  lines: () => orChecked(source.lines(), check),
});

async function* orChecked<T>(items: AsyncIterable<T>, check: () => Promise<void>): AsyncGenerator<T> {
  let none = true;
  for await (const item of items) {
    none = false;
    yield item;
  }
  if (none) await check();
}

/** Records under a parent: where the service says "not found", none of them, once `parentMustExist` has not thrown. */
export const unlessNotFound = <T>(source: RecordSource<T>, parentMustExist: () => Promise<void>): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => settled(source, parentMustExist),
  lines: () => settled(source.lines(), parentMustExist),
});

async function* settled<T>(items: AsyncIterable<T>, parentMustExist: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    await parentMustExist();
  }
}
