import type {Batches} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import type {ResultOf, Writer} from '../results/writer.js';
import {createIndenter} from './indent.js';
import {doneValue, isUntouched, itemValues, recordValue, recordValues} from './json-values.js';
import {firstLines} from './unread-lines.js';

/** One JSON document, indented. */
export const json: Writer = {
  records: (result, _, sink) =>
    isUntouched(result.view) ? printUnread(result, sink) : printArray(recordValues(result), sink),
  record: (result, _, sink) => sink.write(toDocument(recordValue(result))),
  done: (result, _, sink) => sink.write(toDocument(doneValue(result))),
  data: ({data}, _, sink) => sink.write(toDocument(data)),
  items: (result, _, sink) => printArray(itemValues(result), sink),
};

/** Indents an array as its bytes arrive. */
async function printUnread({records, view}: ResultOf<'records'>, sink: Sink): Promise<void> {
  const indenter = createIndenter();
  for await (const bytes of firstLines(records.lines(), view)) await sink.write(indenter.push(bytes));
  await sink.write(indenter.end());
}

/** Prints an array. If the source fails, the array stays open: half a list must not look complete. */
async function printArray(batches: Batches, sink: Sink): Promise<void> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    await sink.write(before + toDocument(batch).slice(1, -3));
    before = ',';
  }
  await sink.write(before === '[' ? '[]\n' : '\n]\n');
}

function toDocument(value: unknown): string {
  return `${JSON.stringify(value ?? null, null, 2)}\n`;
}
