import {type DefaultTreeAdapterTypes, parse, type Token, Tokenizer, TokenizerMode} from 'parse5';

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;
/** A place in a text as editors count: both numbers begin at 1. */
export type Place = {readonly line: number; readonly column: number};

/** Parses a page like browsers and mail programs, mistakes included; each element knows its place in the text. */
export const parseHtml = (html: string): Node => parse(html, {sourceCodeLocationInfo: true});

/** A letter, read once for all that looks at it. */
export type Letter = {readonly html: string; readonly page: Node; readonly elements: readonly Element[]};

export function readLetter(html: string): Letter {
  const page = parseHtml(html);
  return {html, page, elements: [...elementsIn(page)]};
}

/** One step of a walk through a page. An element without children is entered and left too. */
type Step = {readonly node: Node; readonly enters: boolean};

/** Walks through a page in reading order, except below elements to skip, without recursion into deep ones. */
export function* walk(root: Node, skip: (element: Element) => boolean = () => false): Generator<Step> {
  const ahead: Step[] = [{node: root, enters: true}];
  for (let step = ahead.pop(); step; step = ahead.pop()) {
    const {node, enters} = step;
    if (enters && isElement(node) && skip(node)) continue;
    yield step;
    if (!enters) continue;
    ahead.push({node, enters: false});
    if (!('childNodes' in node)) continue;
    for (const child of [...node.childNodes].reverse()) ahead.push({node: child, enters: true});
  }
}

/** Every element of a page in reading order. */
export function* elementsIn(root: Node): Generator<Element> {
  for (const {node, enters} of walk(root)) if (enters && isElement(node)) yield node;
}

export const isElement = (node: Node): node is Element => 'tagName' in node;

export const textOf = (node: Node): string | undefined => ('value' in node ? node.value : undefined);

export const attributeOf = ({attrs}: Element, name: string): string | undefined =>
  attrs.find(attribute => attribute.name === name)?.value;

/** The place of an element or attribute; undefined for elements that the parser added. */
export function placeOf({sourceCodeLocation}: Element, attribute?: string): Place | undefined {
  const at = (attribute && sourceCodeLocation?.attrs?.[attribute]) || sourceCodeLocation;
  return at ? placeAt(at) : undefined;
}

/** A tag or comment in the text, however the parser understands the page. */
export type Piece = {
  readonly kind: 'start' | 'end' | 'comment';
  /** The tag's name, or the comment's text. */
  readonly name: string;
  readonly closesItself: boolean;
  readonly place: Place;
  readonly from: number;
  readonly to: number;
};

/** The tags and comments of a text in order, and the place of a comment that is never closed. */
export function piecesOf(html: string): {readonly pieces: readonly Piece[]; readonly openComment: Place | undefined} {
  const pieces: Piece[] = [];
  let ends = false;
  const add = (kind: Piece['kind'], name: string, closesItself: boolean, at: Token.Location | null): void => {
    if (at) pieces.push({kind, name, closesItself, place: placeAt(at), from: at.startOffset, to: at.endOffset});
  };
  const ignore = (): void => {};
  const tokenizer = new Tokenizer(
    {sourceCodeLocationInfo: true},
    {
      onStartTag({tagName, selfClosing, location}) {
        add('start', tagName, selfClosing, location);
        const mode = textModes.get(tagName);
        if (mode !== undefined) tokenizer.state = mode;
      },
      onEndTag: ({tagName, location}) => add('end', tagName, false, location),
      onComment: ({data, location}) => add('comment', data, false, location),
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onParseError({code}) {
        ends ||= code === 'eof-in-comment';
      },
    },
  );
  tokenizer.write(html, true);
  return {pieces, openComment: ends ? pieces.at(-1)?.place : undefined};
}

/** Elements that contain only text, even if it looks like tags. */
const textModes: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

const placeAt = ({startLine, startCol}: Token.Location): Place => ({line: startLine, column: startCol});
