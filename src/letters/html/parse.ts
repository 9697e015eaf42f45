import {type DefaultTreeAdapterTypes, parse, type Token} from 'parse5';
import type {TextPlace} from '../../records/fields/finding.js';

export type Node = DefaultTreeAdapterTypes.Node;
export type Element = DefaultTreeAdapterTypes.Element;

/** A letter, read once for all that looks at it. */
export type Letter = {
  readonly html: string;
  readonly page: Node;
  readonly elements: readonly Element[];
};

/** Parses a page like browsers and mail programs, mistakes included; each element knows its place in the text. */
export function readLetter(html: string): Letter {
  const page = parse(html, {sourceCodeLocationInfo: true});
  return {html, page, elements: [...elementsIn(page)]};
}

/** The comments of a page, each with its text and where it stands. */
export function* commentsIn(root: Node): Generator<{readonly text: string; readonly at: Token.Location}> {
  for (const {node, enters} of walk(root))
    if (enters && node.nodeName === '#comment' && 'data' in node && node.sourceCodeLocation)
      yield {text: node.data, at: node.sourceCodeLocation};
}

/** One step of a walk through a page. An element without children is entered and left too. */
type WalkStep = {readonly node: Node; readonly enters: boolean};

/** Walks through a page in reading order, except below elements to skip, without recursion into deep ones. */
export function* walk(root: Node, skip: (element: Element) => boolean = () => false): Generator<WalkStep> {
  const ahead: WalkStep[] = [{node: root, enters: true}];
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
function* elementsIn(root: Node): Generator<Element> {
  for (const {node, enters} of walk(root)) if (enters && isElement(node)) yield node;
}

export const isElement = (node: Node): node is Element => 'tagName' in node;

export const textOfNode = (node: Node): string | undefined => ('value' in node ? node.value : undefined);

export const attributeOf = ({attrs}: Element, name: string): string | undefined =>
  attrs.find(attribute => attribute.name === name)?.value;

/** Whether a picture only measures or fills space, so that it needs no alternative text. */
export const isPixel = (element: Element): boolean =>
  ['width', 'height'].some(side => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, side) ?? ''));

/** The place of an element or attribute; undefined for elements that the parser added. */
export function placeOf({sourceCodeLocation}: Element, attribute?: string): TextPlace | undefined {
  const at = (attribute && sourceCodeLocation?.attrs?.[attribute]) || sourceCodeLocation;
  return at ? {line: at.startLine, column: at.startCol} : undefined;
}
