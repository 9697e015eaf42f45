/**
The most columns that a text may take on a terminal: every character that may be wide counts as wide. A bar or a line that
is a little too short does no harm, while exact measuring would load a table of widths at each start of emk.
*/
export function mostWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += mostWidthOf(character);
  return width;
}

/** As much of a text as surely fits into this many columns. */
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

/** Signs of emk's own sentences that every terminal shows in one column. */
const narrow = /[…█░–—‘’“”→]/;
