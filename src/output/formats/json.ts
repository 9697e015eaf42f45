import {createIndenter} from '../indent.js';
import {doneValue, isUntouched, itemValues, recordValue, recordValues} from '../json-values.js';
import type {Look} from '../render-options.js';
import type {Batches} from '../rows.js';
import {escapeJson} from '../sanitise.js';
import type {Sink} from '../sink.js';
import {firstLines, toShown} from '../unread-lines.js';
import type {ResultOf, Writer} from '../writer.js';

/** One JSON document, indented. */
export const json: Writer = {
  records: (result, look, sink) =>
    isUntouched(result.view) ? printUnread(result, look, sink) : printArray(recordValues(result), look, sink),
  record: (result, look, sink) => sink.write(toDocument(recordValue(result), look)),
  done: (result, look, sink) => sink.write(toDocument(doneValue(result), look)),
  data: ({data}, look, sink) => sink.write(toDocument(data, look)),
  items: (result, look, sink) => printArray(itemValues(result), look, sink),
};

/** Indents an array as its bytes arrive. */
async function printUnread({records, view}: ResultOf<'records'>, {width}: Look, sink: Sink): Promise<void> {
  const indenter = createIndenter();
  const shown = toShown(width !== undefined);
  for await (const bytes of firstLines(records.lines(), view.limit)) await sink.write(shown(indenter.push(bytes)));
  await sink.write(indenter.end());
}

/** When the source fails, the array stays open: half a list must not look like a whole one. */
async function printArray(batches: Batches, look: Look, sink: Sink): Promise<void> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    await sink.write(before + toDocument(batch, look).slice(1, -3));
    before = ',';
  }
  await sink.write(before === '[' ? '[]\n' : '\n]\n');
}

function toDocument(value: unknown, {width}: Look): string {
  const text = JSON.stringify(value ?? null, null, 2);
  return `${width === undefined ? text : escapeJson(text)}\n`;
}
