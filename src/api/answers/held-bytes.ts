/** Bytes that wait for those after them. One byte before and one after them are free: readers may put brackets there. */
type HeldBytes = {
  add(bytes: Buffer): void;
  /** Lets go of everything before `from`. */
  drop(from: number): void;
  /** Where the held bytes are: from 1 to `length`. */
  bytes(): Buffer;
  length(): number;
};

/** Begins with none. The place grows to twice of what it must hold, so that bytes are seldom copied. */
export function createHeldBytes(): HeldBytes {
  let held = Buffer.alloc(0);
  let length = 1;
  return {
    add(bytes) {
      if (length + bytes.length + 1 > held.length) {
        const larger = Buffer.allocUnsafe(2 * (length + bytes.length));
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      length += bytes.copy(held, length);
    },
    drop(from) {
      held.copyWithin(1, from, length);
      length -= from - 1;
    },
    bytes: () => held,
    length: () => length,
  };
}
