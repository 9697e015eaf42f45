import type {Order, SortKey} from './sort.js';

/** Rows in memory: lines of JSON, which take half the room of objects, and what each is sorted by. */
type HeldRows = {
  /** Adds a row; false if there is no room for it. */
  add(key: SortKey, line: string): boolean;
  count(): number;
  /** Drops all but the first rows, and returns what the last of these is sorted by. */
  keepFirst(limit: number): SortKey | undefined;
  /** The first lines in their order. */
  sorted(limit: number): Generator<Buffer, void>;
  /** Drops all rows, and returns the memory of their lines. */
  clear(): Buffer;
};

type Row = {readonly key: SortKey; from: number; to: number};

/** What the key of a row takes in memory, about. */
const KEY = 200;

/** Holds as many rows as fit into this many bytes with their keys, and at least one. */
export function holdRows({compare}: Pick<Order, 'compare'>, room: number): HeldRows {
  let bytes = Buffer.allocUnsafeSlow(room);
  let rows: Row[] = [];
  let end = 0;
  const sort = (limit: number): readonly Row[] => {
    rows = rows.sort((one, other) => compare(one.key, other.key)).slice(0, limit);
    return rows;
  };
  /** Closes the gaps that dropped rows left. */
  const moveUp = (): void => {
    end = 0;
    for (const row of rows.sort((one, other) => one.from - other.from)) {
      bytes.copyWithin(end, row.from, row.to);
      [row.from, row.to] = [end, end + row.to - row.from];
      end = row.to;
    }
  };
  return {
    add(key, line) {
      const size = Buffer.byteLength(line);
      if (end + size + rows.length * KEY > bytes.length && rows.length > 0) return false;
      if (size > bytes.length) bytes = Buffer.allocUnsafeSlow(size);
      const from = end;
      end += bytes.write(line, from);
      rows.push({key, from, to: end});
      return true;
    },
    count: () => rows.length,
    keepFirst(limit) {
      const last = sort(limit).at(-1);
      moveUp();
      return last?.key;
    },
    *sorted(limit) {
      for (const {from, to} of sort(limit)) yield bytes.subarray(from, to);
    },
    clear() {
      rows = [];
      end = 0;
      return bytes;
    },
  };
}
