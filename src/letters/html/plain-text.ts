import {attributeOf, type Element, isElement, type Node, readLetter, textOfNode, walk} from './parse.js';

/** A mail as text: paragraphs, list items with a dash, links with or without their address, pictures by their alt. */
export function plainText(html: string, {addresses} = {addresses: true}): string {
  const parts: string[] = [];
  for (const {node, enters} of walk(readLetter(html).page, isUnseen)) {
    if (enters) parts.push((textOfNode(node) ?? '').replaceAll(padding, '').replaceAll(blanksIn(node), ' '));
    if (isElement(node)) parts.push(enters ? before(node) : after(node, addresses ? parts : undefined));
  }
  return parts
    .join('')
    .replaceAll(/[ \n\u2029]+/g, gap => (gap.includes(PARAGRAPH) ? '\n\n' : gap.includes('\n') ? '\n' : ' '))
    .replaceAll(/^-\s+/gm, '- ')
    .trim();
}

/** The blanks that readers do not see: lines of code stay lines. */
function blanksIn(node: Node): RegExp {
  const around = 'parentNode' in node ? node.parentNode : null;
  const outside = around && 'parentNode' in around ? around.parentNode : null;
  return [around, outside].some(each => each?.nodeName === 'pre') ? /[^\S\n]+/g : /\s+/g;
}

/** The words that a reader sees, without pictures and addresses. */
export function visibleText(page: Node): string {
  const texts: string[] = [];
  for (const {node, enters} of walk(page, isUnseen)) if (enters) texts.push(textOfNode(node) ?? ' ');
  return texts.join('').replaceAll(padding, '').replaceAll(/\s+/g, ' ').trim();
}

/** Whether an element is invisible: the head, code, and what styles hide, such as a preheader. */
export function isUnseen(element: Element): boolean {
  if (unseen.has(element.tagName) || attributeOf(element, 'hidden') !== undefined) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributeOf(element, 'style') ?? '');
}

function before(element: Element): string {
  const name = element.tagName;
  if (name === 'li') return '\n- ';
  if (name === 'td' || name === 'th') return ' ';
  const alt = name === 'img' ? attributeOf(element, 'alt')?.trim() : undefined;
  return alt ? `[${alt}]` : gapAt(element);
}

/** The end of an element: a link names its address, unless its words are that. */
function after(element: Element, parts: readonly string[] = []): string {
  const href = element.tagName === 'a' && parts.length > 0 ? attributeOf(element, 'href')?.trim() : undefined;
  const isSaid =
    !href ||
    href.startsWith('#') ||
    parts
      .slice(-4)
      .join('')
      .trimEnd()
      .endsWith(href.replace(/^(?:mailto|tel):/i, ''));
  return isSaid ? gapAt(element) : ` <${href}>`;
}

const gapAt = ({tagName}: Element): string => (paragraphs.has(tagName) ? PARAGRAPH : lines.has(tagName) ? '\n' : '');

/** The sign of Unicode between two paragraphs. */
const PARAGRAPH = '\u2029';

const paragraphs = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre hr'.split(' '));
const lines = new Set('br div table tr li dt dd center section article header footer address main nav form'.split(' '));
const unseen = new Set('head script style title template noscript iframe object select'.split(' '));

/** Invisible characters with which senders fill the preview line of inboxes. */
const padding = /[\u00ad\u200b-\u200f\u2007\ufeff]|\u034f/g;
