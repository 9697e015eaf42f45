import {mostWidth} from './char-width.js';

/**
Breaks a message between words where it is wider than the terminal, so that no word is broken in the middle. What follows
is indented as the text above, and at least so far that it does not look like a message of its own. A line with a command
to copy stays whole, since a copied line break would run half of it.
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
