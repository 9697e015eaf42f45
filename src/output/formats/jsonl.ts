import {doneValue, isUntouched, itemValues, recordValue, recordValues} from '../json-values.js';
import type {Look} from '../render-options.js';
import {escapeJson} from '../sanitise.js';
import type {Sink} from '../sink.js';
import {firstLines, toShown} from '../unread-lines.js';
import type {ResultOf, Writer} from '../writer.js';

/** A JSON document a line, as they arrive. */
export const jsonl: Writer = {
  records: (result, look, sink) =>
    isUntouched(result.view) ? printUnread(result, look, sink) : printLines(recordValues(result), look, sink),
  record: (result, look, sink) => sink.write(toLines([recordValue(result)], look)),
  done: (result, look, sink) => sink.write(toLines([doneValue(result)], look)),
  data: ({data}, look, sink) => printLines([Array.isArray(data) ? data : [data]], look, sink),
  items: (result, look, sink) => printLines(itemValues(result), look, sink),
};

async function printUnread({records, view}: ResultOf<'records'>, {width}: Look, sink: Sink): Promise<void> {
  const shown = toShown(width !== undefined);
  for await (const bytes of firstLines(records.lines(), view.limit)) await sink.write(shown(bytes));
}

type Values = readonly unknown[];

async function printLines(batches: AsyncIterable<Values> | Iterable<Values>, look: Look, sink: Sink): Promise<void> {
  for await (const batch of batches) await sink.write(toLines(batch, look));
}

function toLines(values: Values, {width}: Look): string {
  let text = '';
  for (const value of values) text += `${JSON.stringify(value ?? null)}\n`;
  return width === undefined ? text : escapeJson(text);
}
