/** What is known of each row, by its first line, in one byte per line. */
export type LineBytes = {
  set(line: number, byte: number): void;
  of(line: number): number;
  linesWith(byte: number): Generator<number>;
};

/** Begins with zeros, and grows with the highest line. */
export function makeLineBytes(): LineBytes {
  let bytes = new Uint8Array(1 << 16);
  return {
    set(line, byte) {
      if (line >= bytes.length) {
        const larger = new Uint8Array(Math.max(bytes.length * 2, line + 1));
        larger.set(bytes);
        bytes = larger;
      }
      bytes[line] = byte;
    },
    of: line => bytes[line] ?? 0,
    *linesWith(byte) {
      for (let line = bytes.indexOf(byte); line >= 0; line = bytes.indexOf(byte, line + 1)) yield line;
    },
  };
}
