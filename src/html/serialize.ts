import {wordSet} from '../words/word-set.js';
import {escapeHtml} from './escape.js';
import {attributeOf, type Element, isElement, type Node, textOf, walk} from './parse.js';

/** How to write a page: which elements stay, and with what. */
type Rewriting = {
  drops(element: Element): boolean;
  /** Whether an element keeps its tags; otherwise only its content stays. */
  keeps(element: Element): boolean;
  attributes(element: Element): Readonly<Record<string, string>>;
  css(text: string): string;
  /** Markup for the beginning and the end of the head. */
  readonly headStarts: string;
  readonly headEnds: string;
};

/** Writes a page as HTML, without comments and doctype. */
export function serialize(page: Node, {drops, keeps, attributes, css, headStarts, headEnds}: Rewriting): string {
  const parts: string[] = [];
  for (const {node, enters} of walk(page, drops)) {
    const text = textOf(node);
    if (text !== undefined && enters) {
      parts.push(isInStyle(node) ? css(text).replaceAll('</', '<\\/') : escapeHtml(text));
    }
    if (!isElement(node) || !keeps(node)) continue;
    const [starts, ends] = node.tagName === 'head' ? [headStarts, headEnds] : ['', ''];
    if (enters) parts.push(startTag(node.tagName, attributes(node)), starts);
    else parts.push(ends, endTag(node.tagName));
  }
  return parts.join('');
}

/** The attributes of an element, except those whose name would be invalid in another page. */
export const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries(
    element.attrs
      .filter(({name, prefix}) => !prefix && /^[a-z_][\w.:-]*$/i.test(name))
      .map(({name}) => [name, attributeOf(element, name) ?? '']),
  );

const startTag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${[name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(value)}"`)].join(' ')}>`;

const endTag = (name: string): string => (voids.has(name) ? '' : `</${name}>`);

const isInStyle = (node: Node): boolean =>
  'parentNode' in node && node.parentNode !== null && node.parentNode.nodeName === 'style';

const voids = wordSet('area base br col embed hr img input link meta param source track wbr');
