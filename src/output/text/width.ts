import measure from 'fast-string-width';

/** How many columns a clean text takes on a terminal: wide characters take two, combining ones none, vowel signs of India one. */
export const displayWidth = (text: string): number =>
  ascii.test(text) ? text.length : measure(text) + (text.match(spacingMarks)?.length ?? 0);

const spacingMarks = /\p{Mc}/gu;

/** Cuts a text to a number of columns; the last one shows that something is missing. */
export function truncate(text: string, width: number): string {
  if (ascii.test(text)) return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
  if (displayWidth(text) <= width) return text;
  return `${head(text, width - 1)}…`;
}

/** Pads a text with spaces; numbers are aligned right. */
export function pad(text: string, width: number, right: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return right ? spaces + text : text + spaces;
}

/** Wraps a line to this many columns, between words; only a word wider than a line is broken. */
export function wrap(line: string, width: number): string[] {
  const lines: string[] = [];
  let rest = line;
  while (displayWidth(rest) > width) {
    const fits = head(rest, width) || String.fromCodePoint(rest.codePointAt(0) ?? 0);
    const words = rest[fits.length] === ' ' ? fits : fits.slice(0, Math.max(0, fits.lastIndexOf(' ')));
    const cut = words.trim() === '' ? fits : words;
    lines.push(cut);
    rest = rest.slice(cut.length).replace(/^ /, '');
  }
  return [...lines, rest];
}

/** The longest beginning of a text that fits, without half characters. */
function head(text: string, width: number): string {
  if (ascii.test(text)) return text.slice(0, width);
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width) break;
    end += character.length;
  }
  return text.slice(0, end);
}

const ascii = /^[\x20-\x7e]*$/;
