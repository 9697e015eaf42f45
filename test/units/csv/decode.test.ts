import {expect, test} from 'vitest';
import {makeDecoder} from '../../../src/csv/bytes/encodings.js';

/** What a decoder makes of a file that comes in two pieces, and whether it found a fault. */
function inTwo(encoding: string, bytes: Uint8Array, cut: number): readonly [string, boolean] {
  const decode = makeDecoder(encoding);
  const steps = [decode(bytes.subarray(0, cut), false), decode(bytes.subarray(cut), true)];
  return [steps.map(step => Buffer.from(step.bytes).toString()).join(''), steps.some(step => step.isBroken)];
}

test.each([
  ['shift_jis', Buffer.from([0x82, 0xa0, 0x0a, 0x82, 0xa2, 0x0a, 0xff, 0x0a]), 'あ\nい\n'],
  ['utf-16le', Buffer.from('a\u{1F600}\n\ud83dx', 'utf16le'), 'a\u{1F600}\n'],
  ['utf-16be', Buffer.from('a\u{1F600}\n\ud83dx', 'utf16le').swap16(), 'a\u{1F600}\n'],
])('a fault in %s is where it is, wherever the pieces are cut', (encoding, bytes, before) => {
  for (let cut = 0; cut < 6; cut++) expect([cut, ...inTwo(encoding, bytes, cut)]).toEqual([cut, before, true]);
});
