/**
 * Wraps a message between words if it is wider than the terminal. Continued lines are indented like the text above, and
 * enough that they do not look like another message or choice. A command to copy is never wrapped, because a copied
 * line break would run half of it: it gets a line to itself.
 */
export function wrapMessage(message: string, width: number): string {
  return message
    .split('\n')
    .flatMap(line => (mostWidth(line) <= width ? [line] : folded(line, width)))
    .join('\n');
}

/** The words before a command, wrapped, and the command below them. One that is too wide for any line stays where it is. */
function folded(line: string, width: number): string[] {
  const at = [toCopy, alone].map(form => line.search(form)).find(found => found >= 0);
  if (at === undefined) return broken(line, width);
  const [words, command] = [line.slice(0, at).trimEnd(), line.slice(at)];
  if (words === '' || (mostWidth(command) > width - 2 && mostWidth(words) <= width / 2)) return [line];
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
    const wide = mostWidth(word);
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
