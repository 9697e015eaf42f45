/** What became of the JSON of cells: values repeat, so each is read only once. */
type KnownCells = {
  /** What became of these bytes; undefined if that is not known. */
  outcomeOf(bytes: DataView, from: number, to: number): number | undefined;
  /** Notes what became of bytes that are not known, unless there are too many of them. */
  learn(bytes: DataView, cell: {readonly from: number; readonly to: number}, outcome: number): void;
};

/** Makes a table that finds bytes without making a text of them. */
export function createKnownCells(): KnownCells {
  /** The entry whose hash leads here, counted from 1. Half of them stay empty, so an entry is soon found. */
  const slots = new Uint16Array(2 * MOST);
  const [hashes, ends, outcomes] = [new Int32Array(MOST), new Int32Array(MOST), new Int32Array(MOST)];
  let keys: DataView = new DataView(new ArrayBuffer(1024));
  let size = 0;

  function isKey(entry: number, bytes: DataView, from: number, to: number): boolean {
    const start = entry === 0 ? 0 : (ends[entry - 1] as number);
    if ((ends[entry] as number) - start !== to - from) return false;
    const shift = start - from;
    let at = from;
    for (; at + 4 <= to; at += 4) if (bytes.getInt32(at) !== keys.getInt32(at + shift)) return false;
    for (; at < to; at++) if (bytes.getUint8(at) !== keys.getUint8(at + shift)) return false;
    return true;
  }

  /** The slot of these bytes, or the empty one where they belong. */
  function slotOf(bytes: DataView, from: number, to: number, hash: number): number {
    let slot = hash & (slots.length - 1);
    while (slots[slot] !== 0) {
      const entry = (slots[slot] as number) - 1;
      if (hashes[entry] === hash && isKey(entry, bytes, from, to)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  return {
    outcomeOf(bytes, from, to) {
      const place = slots[slotOf(bytes, from, to, hashOf(bytes, from, to))] as number;
      return place === 0 ? undefined : outcomes[place - 1];
    },
    learn(bytes, {from, to}, outcome) {
      const start = size === 0 ? 0 : (ends[size - 1] as number);
      const end = start + to - from;
      if (size === MOST || end > BYTES) return;
      if (end > keys.byteLength) keys = longer(keys, end * 2);
      for (let at = from; at < to; at++) keys.setUint8(start + at - from, bytes.getUint8(at));
      const hash = hashOf(bytes, from, to);
      slots[slotOf(bytes, from, to, hash)] = size + 1;
      [hashes[size], ends[size], outcomes[size]] = [hash, end, outcome];
      size++;
    },
  };
}

/** Every byte changes the lower bits, which lead to a slot. */
function hashOf(bytes: DataView, from: number, to: number): number {
  let hash = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = mixed(hash ^ bytes.getInt32(at));
  for (; at < to; at++) hash = mixed(hash ^ bytes.getUint8(at));
  return hash;
}

const mixed = (hash: number): number => {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
};

function longer({buffer}: DataView, length: number): DataView {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(buffer));
  return new DataView(bytes.buffer);
}

const [MOST, BYTES] = [2048, 256 * 1024];
