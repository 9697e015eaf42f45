import {mostWidth} from './char-width.js';

/**
 * Wraps a message between words if it is wider than the terminal. Continued lines are indented like the text above, and
 * enough that they do not look like another message. A line with a command to copy is never wrapped, because a copied
 * line break would run half of it.
 */
export function wrapMessage(message: string, width: number): string {
  return message
    .split('\n')
    .flatMap(line => (mostWidth(line) <= width || toCopy.test(line) ? [line] : broken(line, width)))
    .join('\n');
}

function broken(line: string, width: number): string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const hanging = indent === '' ? '  ' : indent;
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

const toCopy = /(?:^\s*|: )emk \S/;
