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
    const fits = head(rest, width) || firstCharacter(rest);
    const words = rest[fits.length] === ' ' ? fits : fits.slice(0, Math.max(0, fits.lastIndexOf(' ')));
    const cut = words.trim() === '' ? fits : words;
    lines.push(cut);
    rest = rest.slice(cut.length).replace(/^ /, '');
  }
  return [...lines, rest];
}

/**
 * Wraps a message between words if it is wider than the terminal. Continued lines are indented like the text above, and
 * enough that they do not look like another message or choice. A command to copy is never wrapped, because a copied
 * line break would run half of it: it gets a line to itself.
 */
export function wrapMessage(message: string, width: number): string {
  return message
    .split('\n')
    .flatMap(line => (displayWidth(line) <= width ? [line] : folded(line, width)))
    .join('\n');
}

/** The words before a command, wrapped, and the command below them. One that is too wide for any line stays where it is. */
function folded(line: string, width: number): string[] {
  const at = [toCopy, alone].map(form => line.search(form)).find(found => found >= 0);
  if (at === undefined) return broken(line, width);
  const [words, command] = [line.slice(0, at).trimEnd(), line.slice(at)];
  if (words === '' || (displayWidth(command) > width - 2 && displayWidth(words) <= width / 2)) return [line];
  const [indent = ''] = /^ */.exec(line) ?? [];
  return [...broken(words, width), `${indent === '' ? '  ' : indent}${command}`];
}

function broken(line: string, width: number): string[] {
  const [mark = '', indent = ''] = /^( *)(?:(?:\d+\.|[!✗]) )?/.exec(line) ?? [];
  const hanging = ' '.repeat(mark.length || 2);
  const lines: string[] = [];
  let current = indent;
  let used = indent.length;
  for (const word of line.slice(indent.length).split(' ')) {
    const wide = displayWidth(word);
    const begun = current.trim() !== '';
    if (begun && used + 1 + wide > width) {
      lines.push(current);
      current = hanging + word;
      used = hanging.length + wide;
    } else {
      current += begun ? ` ${word}` : word;
      used += (begun ? 1 : 0) + wide;
    }
  }
  return [...lines, current];
}

const toCopy = /(?<=: )emk \S/;

/** A line that is a command: a sentence about emk ends with a full stop. */
const alone = /(?<=^\s*)emk \S(?=.*[^.]$)/;

/** The longest beginning of a text that fits, without half characters. */
function head(text: string, width: number): string {
  if (ascii.test(text)) return text.slice(0, width);
  let end = 0;
  let used = 0;
  for (const {segment} of characters().segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

const firstCharacter = (text: string): string => {
  for (const {segment} of characters().segment(text)) return segment;
  return text;
};

const ascii = /^[\x20-\x7e]*$/;

/** Created on first use, because creating it takes half as long as starting node. */
const characters = (): Intl.Segmenter => {
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'});
  return segmenter;
};

let segmenter: Intl.Segmenter | undefined;
