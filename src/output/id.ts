import {toReader} from '../commands/path.js';
import type {Batches} from './rows.js';
import {clean} from './sanitise.js';
import type {Sink} from './sink.js';

/** Prints what identifies each record, one a line, for other commands to take. */
export async function printIds(batches: Batches, key: string, sink: Sink): Promise<number> {
  const read = toReader(key);
  let records = 0;
  let without = 0;
  for await (const batch of batches) {
    let text = '';
    for (const record of batch) {
      const id = toId(read(record));
      if (id === '') without++;
      else text += `${id}\n`;
    }
    records += batch.length;
    await sink.write(text);
  }
  if (without > 0) sink.warn(`${without} of ${records} records have no ${key}, so nothing was printed for them.`);
  return records;
}

/** An id is one word on one line, whatever the service says. */
export const toId = (value: unknown): string => (value === null || value === undefined ? '' : clean(String(value)));
