import type {Loose} from '../../api/describe/schema.js';
import {ForeignAnswerError} from '../../errors.js';
import {toReader} from '../../records/fields/path.js';
import {type Batches, oneRecord, select} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import type {Writer} from '../results/writer.js';
import {clean} from '../text/sanitise.js';
import {tellNone} from './list-end.js';
import {rowsOrWords} from './results-in-words.js';

/** The value that identifies each record, one per line, for other commands. */
export const id: Writer = {
  ...rowsOrWords(async ({records, view, key, noun}, _, sink) => {
    const printed = await printIds(select(records, view, [key]), key, sink);
    if (printed === 0) tellNone({noun, view}, sink);
  }),
  async record({record, key}, _, sink) {
    await printIds(oneRecord(record as Loose), key, sink);
  },
  done: ({done}, _, sink) => sink.write(done.map(each => `${toId(each)}\n`).join('')),
};

async function printIds(batches: Batches, key: string, sink: Sink): Promise<number> {
  const read = toReader(key);
  let records = 0;
  let without = 0;
  for await (const batch of batches) {
    let text = '';
    for (const record of batch) {
      const id = toId(exact(read(record), key));
      if (id === '') without++;
      else text += `${id}\n`;
    }
    records += batch.length;
    await sink.write(text);
  }
  if (without > 0) sink.warn(`${without} of ${records} records have no ${key}, so they were not printed.`);
  return records;
}

/** An id, checked: a double may have rounded it to another record's id, and the next command may delete that record. */
function exact(value: unknown, key: string): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  throw new ForeignAnswerError(`The ${key} ${value} is not exact: the service sent a longer number.`, {
    hint: 'Use -o jsonl, which prints every digit as the service sent it.',
  });
}

/** An id as one word on one line, whatever the service sends. */
const toId = (value: unknown): string => (value === null || value === undefined ? '' : clean(String(value)));
