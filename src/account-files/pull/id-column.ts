/** The ids of millions of contacts, in the order of their rows. */
export type IdColumn = {add(id: number): void; at(row: number): number | undefined; size(): number};

/** Keeps ids in blocks of four bytes each, or of eight where one is larger: an array that grows holds them twice meanwhile. */
export function idColumn(): IdColumn {
  const blocks: Array<Uint32Array | Float64Array> = [];
  let size = 0;
  return {
    add(id) {
      const at = size % BLOCK;
      let block = at === 0 ? new Uint32Array(BLOCK) : (blocks.at(-1) as Uint32Array | Float64Array);
      if (id > LARGEST && block instanceof Uint32Array) block = Float64Array.from(block);
      block[at] = id;
      blocks[Math.floor(size / BLOCK)] = block;
      size++;
    },
    size: () => size,
    at: row => (row < size ? blocks[Math.floor(row / BLOCK)]?.[row % BLOCK] : undefined),
  };
}

const BLOCK = 4096;

/** The largest number of 32 bits. */
const LARGEST = 2 ** 32 - 1;
