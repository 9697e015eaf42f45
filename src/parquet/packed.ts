/** Numbers of up to 16 bits in so many bits each, or once if all are the same. Readers of Parquet know both as one encoding. */
export const packed = (numbers: Uint8Array | Uint16Array, bits: number): Uint8Array =>
  areSame(numbers) ? run(numbers, bits) : bitByBit(numbers, bits);

function areSame(numbers: Uint8Array | Uint16Array): boolean {
  let at = 1;
  while (at < numbers.length && numbers[at] === numbers[0]) at++;
  return at >= numbers.length;
}

const run = ({length, 0: number = 0}: Uint8Array | Uint16Array, bits: number): Uint8Array =>
  Uint8Array.from([...varint(length * 2), ...(bits > 8 ? [number & 0xff, number >> 8] : [number])]);

/** Numbers come in groups of eight; the last group may have room to spare. */
function bitByBit(numbers: Uint8Array | Uint16Array, bits: number): Uint8Array {
  const groups = Math.ceil(numbers.length / 8);
  const head = varint(groups * 2 + 1);
  const bytes = new Uint8Array(head.length + groups * bits);
  bytes.set(head);
  let at = head.length;
  let held = 0;
  let holds = 0;
  for (let index = 0; index < numbers.length; index++) {
    held |= (numbers[index] as number) << holds;
    for (holds += bits; holds >= 8; holds -= 8) {
      bytes[at++] = held;
      held >>>= 8;
    }
  }
  if (holds > 0) bytes[at] = held;
  return bytes;
}

/** A number in groups of seven bits; each group says whether another follows. */
function varint(number: number): readonly number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...varint(number >>> 7)];
}
