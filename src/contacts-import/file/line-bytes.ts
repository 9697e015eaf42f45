/** What is known of each row, by its first line, in one byte per line. */
export type LineBytes = {
  set(line: number, byte: number): void;
  of(line: number): number;
  linesWith(byte: number): Generator<number>;
  /** Counts how many lines before a line have a byte. Later changes do not count. */
  counterOf(byte: number): (line: number) => number;
};

/** Begins with zeros, and grows with the highest line. */
export function makeLineBytes(): LineBytes {
  let bytes = new Uint8Array(256);
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
    counterOf(byte) {
      const before = new Uint32Array(Math.ceil(bytes.length / STRETCH) + 1);
      for (let line = 0, count = 0; line < bytes.length; line++) {
        if (line % STRETCH === 0) before[line / STRETCH] = count;
        if (bytes[line] === byte) count++;
      }
      return line => {
        const start = Math.floor(line / STRETCH);
        let count = before[start] as number;
        for (let at = start * STRETCH; at < line; at++) if (bytes[at] === byte) count++;
        return count;
      };
    },
  };
}

/** The lines that are counted one by one. */
const STRETCH = 64;
