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
  type ToStringOptions,
  visit,
} from 'yaml';
import type {Entry} from './keys.js';
import type {Place, YamlMistake} from './mistakes.js';

/** The content of a file, each part with its place. A scalar is kept as written: its key decides what it means. */
export type YamlNode = {readonly at: Place} & (
  | {
      readonly is: 'map';
      readonly pairs: ReadonlyArray<{readonly key: string; readonly at: Place; readonly value: YamlNode}>;
    }
  | {readonly is: 'list'; readonly items: readonly YamlNode[]}
  | {readonly is: 'scalar'; readonly text: string; readonly quoted: boolean}
  | {readonly is: 'nothing'}
);

export type Yaml = {
  readonly root: YamlNode;
  readonly mistakes: readonly YamlMistake[];
  /** The comment at the top. */
  readonly head: string | null;
  /** The place of the first comment below it; undefined if there is none. */
  readonly comment: Place | undefined;
};

export function readYaml(text: string): Yaml {
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const {line, col} = lines.linePos(offset);
    return {line: Math.max(1, line), column: Math.max(1, col)};
  };
  const document = parse(text, lines);
  if (document === undefined)
    return {
      root: {is: 'nothing', at: TOP},
      mistakes: [{at: TOP, says: 'The file is nested too deeply.'}],
      head: null,
      comment: undefined,
    };
  // Whatever the parser finds after the first place mostly follows from it.
  const [first] = [...document.errors].sort((one, other) => one.pos[0] - other.pos[0]);
  const mistakes: YamlMistake[] = [];
  if (first)
    mistakes.push({at: placeOf(first.pos[0]), says: `This is not YAML: ${first.message.replace(/\.?$/, '.')}`});
  const root = toNode(document.contents, {text, placeOf, mistakes}, 0);
  return {
    root,
    mistakes: first ? mistakes.slice(0, 1) : mistakes,
    head: document.commentBefore,
    comment: firstComment(document, placeOf, text.length),
  };
}

function firstComment(document: Parsed, placeOf: (offset: number) => Place, end: number): Place | undefined {
  let first = document.comment ? placeOf(end) : undefined;
  visit(document, {
    Node(_, node) {
      if (!node.comment && !node.commentBefore) return undefined;
      first = placeOf(rangeOf(node) ?? 0);
      return visit.BREAK;
    },
  });
  return first;
}

/** Writes entries as a file with a comment at the top. */
export function writeYaml(entry: Entry, head: string): string {
  const document = new Document(entry, options);
  document.commentBefore = head;
  return document.toString(layout);
}

/** The place for a mistake of a whole file. */
const TOP: Place = {line: 1, column: 1};

type Parsed = ReturnType<typeof parseDocument<ParsedNode>>;

function parse(text: string, lineCounter: LineCounter): Parsed | undefined {
  try {
    return parseDocument<ParsedNode>(text, {...options, lineCounter, prettyErrors: false, uniqueKeys: false});
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
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

/** Lines are never folded: an unchanged text must keep its lines. */
const layout: ToStringOptions = {lineWidth: 0};

type Reading = {readonly text: string; readonly placeOf: (offset: number) => Place; readonly mistakes: YamlMistake[]};

/** The content of a node. Anchors, with which a few lines can mean a million, and keys given twice are mistakes. */
function toNode(node: unknown, reading: Reading, start: number): YamlNode {
  const {text, placeOf, mistakes} = reading;
  const from = rangeOf(node) ?? start;
  const at = placeOf(from);
  if (isAlias(node) || ((isScalar(node) || isCollection(node)) && node.anchor !== undefined)) {
    const name = isAlias(node) ? `*${node.source}` : `&${node.anchor}`;
    const hint = 'Write the values out instead.';
    const place = placeOf(text.lastIndexOf(name, from));
    mistakes.push({at: place, says: `${name} is an anchor or an alias. These files cannot have any.`, hint});
    return {is: 'nothing', at};
  }
  if (isMap(node)) {
    const met = new Set<string>();
    const pairs = node.items.map(({key, value}) => {
      const [name, keyFrom] = [scalarKey(key), rangeOf(key) ?? from];
      // The library compares each key with every other: minutes for a malicious file.
      if (met.has(name))
        mistakes.push({at: placeOf(keyFrom), says: 'This key is given twice.', hint: 'Remove one of the two keys.'});
      met.add(name);
      return {key: name, at: placeOf(keyFrom), value: toNode(value, reading, keyFrom)};
    });
    return {is: 'map', at, pairs};
  }
  if (isSeq(node)) return {is: 'list', at, items: node.items.map(item => toNode(item, reading, from))};
  if (isScalar(node) && node.value !== null) {
    return {is: 'scalar', at, text: scalarText(node), quoted: node.type !== 'PLAIN'};
  }
  return {is: 'nothing', at};
}

const scalarKey = (key: unknown): string => (isScalar(key) ? String(key.value) : '');

const rangeOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined;

/** The text of a scalar as written: `01067` is a postal code, not a number. */
const scalarText = (scalar: {readonly value: unknown; readonly source?: string}): string =>
  typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));
