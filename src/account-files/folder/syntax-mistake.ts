import type {Place, YamlMistake} from './place.js';

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
