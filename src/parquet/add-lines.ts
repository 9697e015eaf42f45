import {AGAIN, type Cells, cellValue, createLineCutter} from '../api/answers/cut-lines.js';
import type {Loose} from '../api/describe/schema.js';
import type {ColumnChunk} from './column-chunk.js';

/**
 * Creates the function that adds JSON lines to columns. A column takes the bytes of its field; what several columns
 * read is parsed for them.
 */
export function createLineAdder(): (lines: Uint8Array, chunks: readonly ColumnChunk[]) => number {
  const cut = createLineCutter();
  return (lines, chunks) => {
    const cells = cut(lines);
    if (cells === undefined) return addRecords(parsedLines(lines), chunks);
    for (const [field, own] of byField(chunks)) {
      const at = cells.names.indexOf(field);
      const [only, ...others] = own;
      if (at < 0) addRecords(Array(cells.rows).fill({}), own);
      else if (only && others.length === 0) only.addCells(cells, at);
      else addRecords(parsedField(cells, at), own);
    }
    return cells.rows;
  };
}

function byField(chunks: readonly ColumnChunk[]): ReadonlyMap<string, readonly ColumnChunk[]> {
  const groups = new Map<string, ColumnChunk[]>();
  for (const chunk of chunks) groups.set(chunk.field, [...(groups.get(chunk.field) ?? []), chunk]);
  return groups;
}

/** Adds records to columns. Returns how many there are. */
export function addRecords(records: readonly Loose[], chunks: readonly ColumnChunk[]): number {
  for (const chunk of chunks) chunk.add(records);
  return records.length;
}

const parsedLines = ({buffer, byteOffset, byteLength}: Uint8Array): readonly Loose[] =>
  JSON.parse(`[${Buffer.from(buffer, byteOffset, byteLength).toString().trimEnd().replaceAll('\n', ',')}]`);

/** Records of one field. What several columns read of it is parsed once. */
function parsedField(cells: Cells, at: number): readonly Loose[] {
  const {names, rows, forms} = cells;
  const records: Loose[] = [];
  for (let cell = at; cell < rows * names.length; cell += names.length) {
    const above = (forms[cell] as number) & AGAIN ? records[records.length - 1] : undefined;
    records.push(above ?? {[names[at] as string]: cellValue(cells, cell)});
  }
  return records;
}
