/** The most columns that a text may take: every character that may be wide counts as wide, without a table. */
export function mostWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += mostWidthOf(character);
  return width;
}

/** The beginning of a text that certainly fits into this many columns. */
export function surelyFitting(text: string, width: number): string {
  let used = 0;
  let end = 0;
  for (const character of text) {
    used += mostWidthOf(character);
    if (used > width) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

const ascii = /^[\x20-\x7e]*$/;

const mostWidthOf = (character: string): number => (character >= '\u1100' && !narrow.test(character) ? 2 : 1);

/** Characters in emk's own sentences that are one column wide on every terminal. */
const narrow = /[…█░–—‘’“”→]/;
