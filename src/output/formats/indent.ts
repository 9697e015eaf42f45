/** Takes JSON lines in pieces of any size, and returns them as indented items of an array. */
type Indenter = {
  push(lines: Uint8Array): Uint8Array;
  end(): string;
};

/**
 * Formats JSON lines as the array that `JSON.stringify(records, null, 2)` would give, without parsing: every token is
 * copied, so that numbers keep all their digits. This takes a third of the time of parsing and printing.
 */
export function createIndenter(): Indenter {
  let state: State = {depth: 1, inString: false, escaped: false, opened: true, between: true};
  return {
    push(lines) {
      const [indented, next] = indent(lines, state);
      state = next;
      return indented;
    },
    end: () => (state.depth === 1 && state.opened ? '[]\n' : '\n]\n'),
  };
}

type State = {
  readonly depth: number;
  readonly inString: boolean;
  readonly escaped: boolean;
  /** After a bracket, a brace or a comma: an item starts a new line, and an end does not. */
  readonly opened: boolean;
  /** Whether the next token begins a record. */
  readonly between: boolean;
};

function indent(lines: Uint8Array, state: State): [indented: Uint8Array, next: State] {
  let {depth, inString, escaped, opened, between} = state;
  let text: Buffer = Buffer.allocUnsafe(lines.length * 2 + margin);
  let length = 0;
  for (let index = 0; index < lines.length; index++) {
    let byte = lines[index] as number;
    if (inString) {
      while (!escaped && byte !== quote && byte !== backslash && index + 1 < lines.length) {
        text[length++] = byte;
        byte = lines[++index] as number;
      }
      text[length++] = byte;
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      continue;
    }
    if (byte <= space) {
      if (byte === lineFeed) between = true;
      continue;
    }
    const closes = byte === closingBrace || byte === closingBracket;
    if (closes) depth--;
    const breaks = between || (closes ? !opened : opened);
    if (breaks) {
      const needed = length + 2 * depth + 2 * (lines.length - index) + margin;
      if (needed > text.length) text = larger(text, length, needed);
      if (between) text[length++] = opened ? openingBracket : comma;
      text[length++] = lineFeed;
      for (let column = 2 * depth; column > 0; column--) text[length++] = space;
    }
    between = false;
    opened = false;
    text[length++] = byte;
    if (byte === quote) inString = true;
    else if (byte === colon) text[length++] = space;
    else if (byte === comma) opened = true;
    else if (byte === openingBrace || byte === openingBracket) {
      depth++;
      opened = true;
    }
  }
  return [text.subarray(0, length), {depth, inString, escaped, opened, between}];
}

function larger(text: Buffer, length: number, needed: number): Buffer {
  const copy = Buffer.allocUnsafe(needed * 2);
  text.copy(copy, 0, 0, length);
  return copy;
}

/** Space for a comma, a bracket and anything else between two records. */
const margin = 8;

const [lineFeed, space, quote, comma, colon] = [0x0a, 0x20, 0x22, 0x2c, 0x3a];
const [openingBracket, backslash, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5c, 0x5d, 0x7b, 0x7d];
