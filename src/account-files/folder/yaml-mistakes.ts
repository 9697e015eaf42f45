import type {Place, YamlMistake} from './mistakes.js';

/** What the parser says about a place in a text. */
type Complaint = {readonly code: string; readonly message: string; readonly pos: readonly [number, number]};

/** The first place where a file is not YAML. Whatever the parser finds after it mostly follows from it. */
export function syntaxMistake(
  errors: readonly Complaint[],
  placeOf: (offset: number) => Place,
): YamlMistake | undefined {
  const [first] = [...errors].sort((one, other) => one.pos[0] - other.pos[0]);
  if (first === undefined) return undefined;
  const {code, message, pos} = first;
  const known = complaints.find(({matches}) => matches.test(`${code} ${message}`));
  return {
    at: placeOf(pos[0]),
    says: known?.says ?? `This is not YAML: ${message.replace(/\.?$/, '.')}`,
    hint: known?.hint,
  };
}

/** The parser's complaints that people meet most, in their words. */
const complaints = [
  {matches: /^TAB_AS_INDENT/, says: 'A tab is not allowed here in YAML.', hint: 'Replace it with spaces.'},
  {
    matches: /^MULTIPLE_DOCS/,
    says: 'A second document starts here. A file can have only one.',
    hint: 'Remove the line ---',
  },
  {
    matches: /^MULTILINE_IMPLICIT_KEY/,
    says: 'A colon is missing on this line.',
    hint: 'Write it as in name: Newsletter',
  },
  {
    matches: /^BLOCK_AS_IMPLICIT_KEY/,
    says: 'YAML does not know what the second colon here means.',
    hint: 'Put quotes around the value, as in name: "News: May"',
  },
  {
    matches: /same column/,
    says: 'This line is not indented like the others of its list.',
    hint: 'Start it in the same column as they do.',
  },
  {matches: /end with a [\]}]/, says: 'A [ or { before this place is never closed.', hint: 'Add the ] or } for it.'},
  {
    matches: /^MISSING_CHAR .*quote/,
    says: 'A quote before this place is never closed.',
    hint: 'Add a quote at its end.',
  },
];

/** Finds anchors, with which a few lines can mean a million, and deep nesting, before anything is built. */
export function outOfBounds(
  text: string,
  tokens: Iterable<string>,
  typeOf: (token: string) => string | null,
): readonly YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  let [at, line, start, depth] = [0, 1, 0, 0];
  let isScalar = false;
  const here = (): Place => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < at; end = text.indexOf('\n', start)) {
      [start, line] = [end + 1, line + 1];
    }
    return {line, column: at - start + 1};
  };
  for (const token of tokens) {
    // The text of a scalar comes after its mark, and may look like any token.
    const type: string | null = isScalar ? 'text' : typeOf(token);
    isScalar = type === 'scalar';
    if (type === 'anchor' || type === 'alias') {
      mistakes.push({
        at: here(),
        says: `${token} is an anchor or an alias. These files cannot have any.`,
        hint: 'Write the values out instead.',
      });
      if (mistakes.length === MOST) return mistakes;
    }
    depth += brackets.get(type) ?? 0;
    if (depth > DEEPEST) {
      return [{at: here(), says: `The file is nested too deeply: ${depth} brackets are open here.`}];
    }
    if (type === null || !marks.has(type)) at += token.length;
  }
  return mistakes;
}

/** How far in each bracket leads. */
const brackets: ReadonlyMap<string | null, 1 | -1> = new Map([
  ['flow-seq-start', 1],
  ['flow-map-start', 1],
  ['flow-seq-end', -1],
  ['flow-map-end', -1],
]);

/** Tokens that the lexer adds, without text in the file. */
const marks: ReadonlySet<string> = new Set(['doc-mode', 'flow-error-end', 'scalar']);

/** The most mistakes to report: nobody reads more. */
const MOST = 100;

/** The deepest nesting. Real files need five levels. */
const DEEPEST = 64;
