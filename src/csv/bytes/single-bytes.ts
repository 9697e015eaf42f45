/** The characters of the bytes from 0x80 in Windows-1252: Latin-1 except for the first 32; NUL for unused bytes. */
export const windows1252: readonly number[] = [
  ...codesOf('€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'),
  ...Array.from({length: 96}, (_, at) => 0xa0 + at),
];

function codesOf(characters: string): number[] {
  return [...characters].map(character => character.charCodeAt(0));
}
