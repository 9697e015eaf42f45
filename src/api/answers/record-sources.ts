import {NotFoundError} from '../../core/errors.js';
import type {Loose} from '../describe/schema.js';
import type {RecordSource} from './records.js';
import {startingOver} from './start-over.js';

/** Shows each record of a list to `see`, batch by batch as they arrive: waiting for each record would take longer. */
export async function forEachRecord<T>(batches: AsyncIterable<readonly T[]>, see: (record: T) => void): Promise<void> {
  for await (const batch of batches) for (const record of batch) see(record);
}

export const allRecords = <T>(
  batches: AsyncIterable<readonly T[]>,
  isWanted: (record: T) => boolean = () => true,
): Promise<T[]> =>
  startingOver(async () => {
    const wanted: T[] = [];
    await forEachRecord(batches, record => {
      if (isWanted(record)) wanted.push(record);
    });
    return wanted;
  });

/** Records that this process creates or selects, batch by batch, in the form of an arriving list. */
export const recordsArriving = <T extends Loose>(open: () => AsyncIterable<readonly T[]>): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
  async *lines() {
    for await (const batch of open()) yield Buffer.from(batch.map(record => `${JSON.stringify(record)}\n`).join(''));
  },
});

export const recordsOf = <T extends Loose>(records: readonly T[]): RecordSource<T> =>
  recordsArriving(async function* () {
    if (records.length > 0) yield records;
  });

/** Records that may be empty. If none came, `check` throws when that is because their parent record does not exist. */
export const checkWhenEmpty = <T>(source: RecordSource<T>, check: () => Promise<void>): RecordSource<T> =>
  passedOn(source, async function* (items) {
    let none = true;
    for await (const item of items) {
      none = false;
      yield item;
    }
    if (none) await check();
  });

/** Returns an empty list if the service says "not found", which is how it reports one. */
export function emptyIfNotFound(error: unknown): [] {
  if (error instanceof NotFoundError) return [];
  throw error;
}

/** Records that may be "not found", which means an empty list, unless `parentMustExist` throws because there is no parent. */
export const noneIfNotFound = <T>(
  source: RecordSource<T>,
  parentMustExist: () => Promise<void> = async () => {},
): RecordSource<T> =>
  passedOn(source, async function* (items) {
    try {
      yield* items;
    } catch (error) {
      emptyIfNotFound(error);
      await parentMustExist();
    }
  });

/** Records that go, as objects or as lines, the same way. */
const passedOn = <T>(
  source: RecordSource<T>,
  way: <Item>(items: AsyncIterable<Item>) => AsyncGenerator<Item>,
): RecordSource<T> => ({
  [Symbol.asyncIterator]: () => way(source),
  lines: () => way(source.lines()),
});
