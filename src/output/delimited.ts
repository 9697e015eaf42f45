import type {Loose} from '../api/schema.js';
import type {Column, Columned} from './columns.js';
import type {Sink} from './sink.js';

/** How a format writes cells and what stands between them. */
export type Dialect = {
  readonly separator: string;
  readonly cell: ToCell;
  /** A line whose only cell is empty, which readers would otherwise skip. */
  readonly blank: string;
};

export type ToCell = (value: unknown) => string;

/** Prints a header and then a line for each record as it arrives. An empty list is its header. */
export async function printDelimited({columns, batches}: Columned, dialect: Dialect, sink: Sink): Promise<void> {
  let header = `${columns.map(({path}) => dialect.cell(path)).join(dialect.separator)}\n`;
  const toLine = lineOf(columns, dialect);
  for await (const batch of batches) {
    let text = header;
    for (const record of batch) text += toLine(record);
    await sink.write(text);
    header = '';
  }
  await sink.write(header);
}

function lineOf(columns: readonly Column[], {separator, cell, blank}: Dialect): (record: Loose) => string {
  const [first, ...others] = columns.map(({read}) => read);
  if (!first) return () => '\n';
  if (others.length === 0) return record => `${cell(first(record)) || blank}\n`;
  return record => {
    let line = cell(first(record));
    for (const read of others) line += separator + cell(read(record));
    return `${line}\n`;
  };
}
