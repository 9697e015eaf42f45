/** Takes JSON lines in pieces of any size, and returns them as indented items of an array. */
type Indenter = {push(lines: Uint8Array): Uint8Array; end(): string};

/** Formats JSON lines like `JSON.stringify(records, null, 2)`, token by token, in a third of the time. */
export function createIndenter(): Indenter {
  const state: State = {depth: 1, inString: false, escaped: false, opened: 1, between: true};
  return {push: lines => indent(lines, state), end: () => (state.depth === 1 && state.opened === 1 ? '[]\n' : '\n]\n')};
}

/** Where the last piece ended. */
type State = {
  depth: number;
  inString: boolean;
  escaped: boolean;
  /** 1 after a bracket, a brace or a comma: an item starts a new line, and an end does not. */
  opened: number;
  /** Whether the next token begins a record. */
  between: boolean;
};

function indent(lines: Uint8Array, state: State): Uint8Array {
  let {depth, opened, between} = state;
  let text: Buffer = Buffer.allocUnsafe(lines.length * 2 + margin);
  let index = state.inString ? copyString(lines, 0, text, 0, state) : 0;
  let length = index;
  while (index < lines.length) {
    const byte = lines[index++] as number;
    if (byte <= space) {
      between ||= byte === lineFeed;
      continue;
    }
    const closed = closing[byte] as number;
    depth -= closed;
    if (between || opened !== closed) {
      text = withRoom(text, length, 2 * depth + 2 * (lines.length - index) + margin);
      length = breakLine(text, length, depth, between, opened);
      between = false;
    }
    text[length++] = byte;
    opened = separating[byte] as number;
    depth += opening[byte] as number;
    if (byte === colon) text[length++] = space;
    else if (byte === quote) {
      const end = copyString(lines, index, text, length, state);
      length += end - index;
      index = end;
    }
  }
  state.depth = depth;
  state.opened = opened;
  state.between = between;
  return text.subarray(0, length);
}

/** Copies a string behind its first quote to its last, and returns the index after it. */
function copyString(lines: Uint8Array, from: number, text: Buffer, to: number, state: State): number {
  let index = from;
  let at = to;
  if (state.escaped) text[at++] = lines[index++] as number;
  state.escaped = false;
  state.inString = false;
  while (index < lines.length) {
    const byte = lines[index++] as number;
    text[at++] = byte;
    if (byte === quote) return index;
    if (byte !== backslash) continue;
    state.escaped = index === lines.length;
    if (!state.escaped) text[at++] = lines[index++] as number;
  }
  state.inString = true;
  return index;
}

/** Begins a line, between records after the end of the last, and returns where the next byte goes. */
function breakLine(text: Buffer, at: number, depth: number, between: boolean, opened: number): number {
  let length = at;
  if (between) text[length++] = opened === 1 ? openingBracket : comma;
  text[length++] = lineFeed;
  for (let column = 2 * depth; column > 0; column--) text[length++] = space;
  return length;
}

function withRoom(text: Buffer, length: number, more: number): Buffer {
  if (length + more <= text.length) return text;
  const copy = Buffer.allocUnsafe((length + more) * 2);
  text.copy(copy, 0, 0, length);
  return copy;
}

/** Space for a comma, a bracket and anything else between two records. */
const margin = 8;

const [lineFeed, space, quote, comma, colon, backslash, openingBracket] = [0x0a, 0x20, 0x22, 0x2c, 0x3a, 0x5c, 0x5b];

/** 1 for each of these bytes: a table is faster than comparisons. */
const table = (bytes: string): Uint8Array =>
  new Uint8Array(256).map((_, byte) => Number(bytes.includes(String.fromCharCode(byte))));
const [opening, closing, separating] = [table('[{'), table(']}'), table('[{,')];
