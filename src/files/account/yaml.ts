import {
  Document,
  type DocumentOptions,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
} from 'yaml';
import type {TextPlace} from '../../records/fields/finding.js';
import type {Entry} from './keys.js';
import type {Note} from './mistakes.js';

/** The content of a file, each part with its place. A scalar is kept as written: its key decides what it means. */
export type YamlNode = {readonly at: TextPlace} & (
  | {
      readonly is: 'map';
      readonly pairs: ReadonlyArray<{readonly key: string; readonly at: TextPlace; readonly value: YamlNode}>;
    }
  | {readonly is: 'list'; readonly items: readonly YamlNode[]}
  | {readonly is: 'scalar'; readonly text: string}
  | {readonly is: 'nothing'}
);

export type Yaml = {
  readonly root: YamlNode;
  /** The comment at the top. */
  readonly head: string | null;
  /** Whether there is another one below it. */
  readonly hasOther: boolean;
};

/** Reads YAML, and notes what is wrong with it; undefined if it is none. */
export function readYaml(text: string, note: Note): Yaml | undefined {
  const lineCounter = new LineCounter();
  const placeOf = (offset: number): TextPlace => {
    const {line, col} = lineCounter.linePos(offset);
    return {line: Math.max(1, line), column: Math.max(1, col)};
  };
  try {
    const how = {...options, lineCounter, prettyErrors: false, uniqueKeys: false};
    const document = parseDocument<ParsedNode>(text, how);
    // Whatever the parser finds after the first place mostly follows from it.
    const [first] = [...document.errors].sort((one, other) => one.pos[0] - other.pos[0]);
    if (first) {
      note(placeOf(first.pos[0]), `This is not YAML: ${first.message.replace(/\.?$/, '.')}`);
      return undefined;
    }
    const root = toNode(document.contents, {text, placeOf, note}, 0);
    let hasOther = Boolean(document.comment);
    visit(document, {
      Node(_, {comment, commentBefore}) {
        hasOther ||= Boolean(comment || commentBefore);
      },
    });
    return {root, head: document.commentBefore, hasOther};
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    note({line: 1, column: 1}, 'The file is nested too deeply.');
    return undefined;
  }
}

/** Writes entries as a file, perhaps with a comment at the top. Lines are never folded: an unchanged text must keep its lines. */
export function writeYaml(entry: Entry, head: string | null): string {
  const document = new Document(entry, options);
  document.commentBefore = head;
  return document.toString({lineWidth: 0});
}

/** Characters that are invisible, or that reverse the text: people read these files in pull requests. */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Texts that YAML 1.1 reads as something else, such as the key that merges maps, unless they are quoted. */
const otherwise = /^(?:<<|=|y|n|yes|no|on|off)$/i;

const escaped = (text: string): string =>
  JSON.stringify(text).replace(unseen, character => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });

/** Writes invisible characters as numbers, and quotes texts that others would read differently. */
const options: ParseOptions & DocumentOptions & SchemaOptions = {
  schema: 'core',
  customTags: tags => [
    {
      tag: 'tag:yaml.org,2002:str',
      default: true,
      identify: value =>
        typeof value === 'string' && (otherwise.test(value) || value.replaceAll('\n', '').search(unseen) >= 0),
      resolve: (text: string) => text,
      stringify: ({value}) => escaped(String(value)),
    },
    ...tags,
  ],
};

type ReadingYaml = {readonly text: string; readonly placeOf: (offset: number) => TextPlace; readonly note: Note};

/** The content of a node. Anchors, with which a few lines can mean a million, and keys given twice are mistakes. */
function toNode(node: unknown, reading: ReadingYaml, start: number): YamlNode {
  const {text, placeOf, note} = reading;
  const from = rangeOf(node) ?? start;
  const at = placeOf(from);
  if (isAlias(node) || ((isScalar(node) || isCollection(node)) && node.anchor !== undefined)) {
    const name = isAlias(node) ? `*${node.source}` : `&${node.anchor}`;
    const says = `${name} is an anchor or an alias. These files cannot have any.`;
    note(placeOf(text.lastIndexOf(name, from)), says, 'Write the values out instead.');
    return {is: 'nothing', at};
  }
  if (isMap(node)) {
    const met = new Set<string>();
    const pairs = node.items.map(({key, value}) => {
      const [name, keyFrom] = [isScalar(key) ? String(key.value) : '', rangeOf(key) ?? from];
      // The library compares each key with every other: minutes for a malicious file.
      if (met.has(name)) note(placeOf(keyFrom), 'This key is given twice.', 'Remove one of the two keys.');
      met.add(name);
      return {key: name, at: placeOf(keyFrom), value: toNode(value, reading, keyFrom)};
    });
    return {is: 'map', at, pairs};
  }
  if (isSeq(node)) return {is: 'list', at, items: node.items.map(item => toNode(item, reading, from))};
  if (!isScalar(node) || node.value === null) return {is: 'nothing', at};
  // A text is what was written: `01067` is a postal code, not a number.
  const written = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value));
  return {is: 'scalar', at, text: written};
}

const rangeOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined;
