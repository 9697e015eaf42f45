/** Bytes that wait for the bytes after them. One byte before and one after are free for brackets. */
type HeldBytes = {
  add(bytes: Buffer): void;
  /** Discards everything before `from`. */
  drop(from: number): void;
  /** The buffer; the held bytes are at 1 to `length`. */
  bytes(): Buffer;
  length(): number;
};

/** Starts empty. The buffer grows to twice the needed size, so that bytes are rarely copied. */
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
