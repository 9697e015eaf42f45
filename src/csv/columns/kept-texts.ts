/** Texts in the order in which they came. */
type KeptTexts = {add(text: string): void; all(): Generator<string>};

/** Packs millions of short texts into blocks of bytes. */
export function keepTexts(): KeptTexts {
  const blocks: Buffer[] = [];
  let block = Buffer.allocUnsafeSlow(BLOCK);
  let used = 0;
  return {
    add(text) {
      const short = text.slice(0, LONGEST);
      if (used + HEAD + short.length * 3 > BLOCK) {
        blocks.push(block.subarray(0, used));
        block = Buffer.allocUnsafeSlow(BLOCK);
        used = 0;
      }
      const length = block.write(short, used + HEAD);
      block.writeUInt16LE(length, used);
      used += HEAD + length;
    },
    *all() {
      for (const full of [...blocks, block.subarray(0, used)]) {
        for (let at = 0; at < full.length; ) {
          const end = at + HEAD + full.readUInt16LE(at);
          yield full.toString('utf8', at + HEAD, end);
          at = end;
        }
      }
    },
  };
}

const BLOCK = 1 << 18;
const HEAD = 2;

/** Longer than any address. */
const LONGEST = 4096;
