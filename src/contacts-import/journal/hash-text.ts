/**
Two 32-bit halves that are mixed from every character, each by multipliers of its own. Both together tell texts apart: two
of a million share them once in some forty million times.
*/
export function hashText(text: string): readonly [number, number] {
  let h = 0xdeadbeef;
  let l = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    h = Math.imul(h ^ code, 2654435761);
    l = Math.imul(l ^ code, 1597334677);
  }
  h = Math.imul(h ^ (h >>> 16), 2246822507) ^ Math.imul(l ^ (l >>> 13), 3266489909);
  l = Math.imul(l ^ (l >>> 16), 2246822507) ^ Math.imul(h ^ (h >>> 13), 3266489909);
  return [h >>> 0, l >>> 0];
}
