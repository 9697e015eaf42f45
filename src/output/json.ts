import {createIndenter} from './indent.js';
import {firstLines, toShown} from './jsonl.js';
import type {RenderOptions} from './render-options.js';
import type {Batches} from './rows.js';
import {escapeJson} from './sanitise.js';
import type {Sink} from './sink.js';

/** One JSON document and its line end: indented for `json`, on one line for `jsonl`. */
export function toJson(value: unknown, {format, width}: Pick<RenderOptions, 'format' | 'width'>): string {
  const text = JSON.stringify(value ?? null, null, format === 'json' ? 2 : 0);
  return `${width === undefined ? text : escapeJson(text)}\n`;
}

/**
Prints an array as its records arrive. When the source fails, the array stays open: half a list must not look like a
whole one.
*/
export async function printArray(batches: Batches, options: RenderOptions, sink: Sink): Promise<void> {
  let before = '[';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    await sink.write(before + toJson(batch, options).slice(1, -3));
    before = ',';
  }
  await sink.write(before === '[' ? '[]\n' : '\n]\n');
}

/**
Prints an array of JSON lines as they arrive, without reading them: an id may have more digits than a double holds, and
is handed on to commands that delete. A list that is filtered, sorted or cut to columns must be read, so there a number
beyond 2^53 comes out as the nearest double.
*/
export async function printArrayOfLines(
  lines: AsyncIterable<Uint8Array>,
  {limit, terminal}: {readonly limit: number | undefined; readonly terminal: boolean},
  sink: Sink,
): Promise<void> {
  const indenter = createIndenter();
  const shown = toShown(terminal);
  for await (const bytes of firstLines(lines, limit)) await sink.write(shown(indenter.push(bytes)));
  await sink.write(indenter.end());
}
