import {openScratchFile, type ScratchFile} from '../../system/scratch-file.js';

/** Texts in the order in which they came. */
type KeptTexts = {
  add(text: string): void;
  all(): Generator<string>;
  /** Gives the room on the disk back. */
  close(): void;
};

/** Packs millions of short texts into blocks, which stay in memory or go to the disk as soon as they are full. */
export function keepTexts(where: 'memory' | 'disk'): KeptTexts {
  const blocks: Buffer[] = [];
  let disk: ScratchFile | undefined;
  let block = Buffer.allocUnsafeSlow(BLOCK);
  let used = 0;
  const turn = (): void => {
    block.fill(0, used);
    used = 0;
    if (where === 'disk') {
      disk ??= openScratchFile();
      disk.append(block);
    } else {
      blocks.push(block);
      block = Buffer.allocUnsafeSlow(BLOCK);
    }
  };
  return {
    add(text) {
      const short = text.slice(0, LONGEST);
      if (used + HEAD + short.length * 3 > BLOCK) turn();
      const length = block.write(short, used + HEAD);
      // A length of 0 ends a block, so each is one more.
      block.writeUInt16LE(length + 1, used);
      used += HEAD + length;
    },
    *all() {
      for (const full of blocks) yield* textsIn(full, BLOCK);
      const read = disk && Buffer.allocUnsafeSlow(BLOCK);
      for (let from = 0; disk && read && from < disk.size(); from += BLOCK) {
        disk.read(read, from);
        yield* textsIn(read, BLOCK);
      }
      yield* textsIn(block, used);
    },
    close: () => disk?.close(),
  };
}

function* textsIn(block: Buffer, used: number): Generator<string> {
  let at = 0;
  while (at + HEAD <= used) {
    const length = block.readUInt16LE(at) - 1;
    if (length < 0) return;
    yield block.toString('utf8', at + HEAD, at + HEAD + length);
    at += HEAD + length;
  }
}

const BLOCK = 1 << 18;
const HEAD = 2;

/** Longer than any address. */
const LONGEST = 4096;
