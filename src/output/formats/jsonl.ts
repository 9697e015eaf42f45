import type {Sink} from '../results/sink.js';
import type {ResultOf, Writer} from '../results/writer.js';
import {doneValue, isUntouched, itemValues, recordValue, recordValues} from './json-values.js';
import {firstLines} from './unread-lines.js';

/** One JSON document per line, as they arrive. */
export const jsonl: Writer = {
  records: (result, _, sink) =>
    isUntouched(result.view) ? printUnread(result, sink) : printLines(recordValues(result), sink),
  record: (result, _, sink) => sink.write(toLines([recordValue(result)])),
  done: (result, _, sink) => sink.write(toLines([doneValue(result)])),
  data: ({data}, _, sink) => printLines([Array.isArray(data) ? data : [data]], sink),
  items: (result, _, sink) => printLines(itemValues(result), sink),
};

async function printUnread({records, view}: ResultOf<'records'>, sink: Sink): Promise<void> {
  for await (const bytes of firstLines(records.lines(), view)) await sink.write(bytes);
}

type Values = readonly unknown[];

async function printLines(batches: AsyncIterable<Values> | Iterable<Values>, sink: Sink): Promise<void> {
  for await (const batch of batches) await sink.write(toLines(batch));
}

function toLines(values: Values): string {
  let text = '';
  for (const value of values) text += `${JSON.stringify(value ?? null)}\n`;
  return text;
}
