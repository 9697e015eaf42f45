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
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import {type Entry, type Identity, IN_ORDER, isEntry, type Value} from './keys.js';
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
  /** The file with these values. Comments and order are kept; without a change, the text stays the same. */
  rewritten(wanted: Entry, identity: Identity): string;
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
      rewritten: () => text,
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
    rewritten: (wanted, identity) => rewrite(text, document, wanted, identity),
  };
}

/** Writes entries as a new file with a comment at the top. */
export function writeYaml(entry: Entry, about: readonly string[]): string {
  const document = new Document(entry, options);
  document.commentBefore = about.map(line => ` ${line}`).join('\n');
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

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);

const rangeOf = (node: unknown): number | undefined =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined;

/** The text of a scalar as written: `01067` is a postal code, not a number. */
const scalarText = (scalar: {readonly value: unknown; readonly source?: string}): string =>
  typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value));

function rewrite(text: string, document: Parsed, wanted: Entry, identity: Identity): string {
  const copy = document.clone() as Document;
  if (!isMap(copy.contents)) {
    copy.contents = copy.createNode(wanted);
    return copy.toString(layout);
  }
  return mergeMap(copy, copy.contents, wanted, identity) ? copy.toString(layout) : text;
}

/** Updates a map to the wanted entry, and says whether anything changed. */
function mergeMap(document: Document, map: YAMLMap, wanted: Entry, identity: Identity): boolean {
  let changed = false;
  for (const key of map.items.map(pair => keyText(pair.key))) {
    if (!Object.hasOwn(wanted, key)) changed = map.delete(key) || changed;
  }
  const order = Object.keys(wanted);
  for (const [key, value] of Object.entries(wanted)) {
    const there = map.get(key, true);
    if (!map.has(key)) {
      const before = new Set(order.slice(0, order.indexOf(key)));
      const last = map.items.findLastIndex(pair => before.has(keyText(pair.key)));
      map.items.splice(last + 1, 0, document.createPair(key, value));
      changed = true;
    } else if (isSeq(there) && Array.isArray(value)) {
      changed = mergeList(document, there, value, key, identity) || changed;
    } else if (!(isScalar(there) && sameScalar(there, value))) {
      map.set(key, withComments(document, there, value));
      changed = true;
    }
  }
  return changed;
}

/** Updates a list. Remaining items keep their comments, and their place unless the order matters. */
function mergeList(
  document: Document,
  list: YAMLSeq,
  wanted: readonly Value[],
  key: string,
  identity: Identity,
): boolean {
  const by = identity(key);
  const left = [...wanted];
  let changed = false;
  const kept = list.items.filter(item => {
    const at = left.findIndex(value => isSame(item, value, by));
    if (at < 0) return false;
    const [value] = left.splice(at, 1);
    if (isMap(item) && isEntry(value)) changed = mergeMap(document, item, value, identity) || changed;
    return true;
  });
  const inOrder = by !== IN_ORDER || wanted.every((value, at) => isSame(list.items[at], value, by));
  if (kept.length === list.items.length && left.length === 0 && inOrder) return changed;
  if (list.items.length === 0) list.flow = false;
  if (by === IN_ORDER) {
    const there = [...kept];
    list.items = wanted.map(value => {
      const at = there.findIndex(item => isSame(item, value, by));
      return at < 0 ? document.createNode(value) : there.splice(at, 1)[0];
    });
  } else list.items = [...kept, ...left.map(value => document.createNode(value))];
  return true;
}

/** Whether an item is about the same thing as a wanted value, even if it says something else. */
function isSame(item: unknown, value: Value, by: string | undefined): boolean {
  if (isScalar(item)) return sameScalar(item, value);
  if (!isMap(item) || !isEntry(value) || by === undefined) return false;
  const there = item.get(by, true);
  // An email without a subject is still the one that the account has in this place.
  return there === undefined ? value[by] === undefined : isScalar(there) && sameScalar(there, value[by] ?? '');
}

const sameScalar = (scalar: {readonly value: unknown; readonly source?: string}, value: Value): boolean =>
  scalar.value !== null && scalarText(scalar) === String(value);

/** A new value in place of an old one, with the existing comments. */
function withComments(document: Document, there: unknown, value: Value) {
  const node = document.createNode(value);
  if (isScalar(there) || isCollection(there)) {
    node.comment = there.comment ?? null;
    node.commentBefore = there.commentBefore ?? null;
    node.spaceBefore = there.spaceBefore ?? false;
  }
  return node;
}
