/**
Whether text that is not valid UTF-8 is mostly UTF-8 nevertheless. If it is, single bytes are damaged, and reading it in
another encoding would damage all the rest; a file in Windows-1252 has hardly anything that looks like UTF-8.
*/
export async function isMostlyUtf8(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<boolean> {
  let whole = 0;
  let broken = 0;
  let missing = 0;
  for await (const piece of pieces) {
    for (const byte of piece) {
      if (missing > 0 && (byte & 0xc0) === 0x80) {
        missing--;
        if (missing === 0) whole++;
        continue;
      }
      if (missing > 0) broken++;
      missing = followers(byte);
      if (byte >= 0x80 && missing === 0) broken++;
    }
  }
  return whole > broken;
}

const followers = (byte: number): number =>
  byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
