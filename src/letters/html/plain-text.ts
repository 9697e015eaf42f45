import {attributeOf, type Element, isElement, type Node, parseHtml, textOf, walk} from './parse.js';

/** A mail as text: paragraphs, list items with a dash, links with or without their address, pictures by their alt. */
export function plainText(html: string, {addresses} = {addresses: true}): string {
  const lines = startLines();
  for (const {node, enters} of walk(parseHtml(html), isUnseen)) {
    const text = textOf(node);
    if (text !== undefined) {
      if (enters) lines.add(text);
    } else if (isElement(node)) {
      if (enters) begin(node, lines);
      else end(node, lines, addresses);
    }
  }
  return lines.text();
}

/** The words that a reader sees, without pictures and addresses. */
export function visibleText(page: Node, isSkipped = isUnseen): string {
  const texts: string[] = [];
  for (const {node, enters} of walk(page, isSkipped)) if (enters) texts.push(textOf(node) ?? ' ');
  return texts.join('').replaceAll(padding, '').replaceAll(/\s+/g, ' ').trim();
}

/** What an inbox shows of a mail without a preheader of its own: also text that is hidden in the mail itself. */
export const openingText = (page: Node): string => visibleText(page, ({tagName}) => unseen.has(tagName));

/** The same without blanks where markup ends: what stands together in the letter does so here. */
export const wordsIn = (page: Node): string =>
  [...walk(page, isUnseen)].map(({node, enters}) => (enters ? (textOf(node) ?? '') : '')).join('');

/** Whether an element is invisible: the head, code, and what styles hide, such as a preheader. */
export function isUnseen(element: Element): boolean {
  if (unseen.has(element.tagName) || attributeOf(element, 'hidden') !== undefined) return true;
  return /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributeOf(element, 'style') ?? '');
}

/** Whether there is something to see and to click. */
export const hasContent = (element: Element): boolean =>
  visibleText(element) !== '' ||
  [...walk(element)].some(({node}) => isElement(node) && /^(?:img|svg|v:.*|input|button)$/.test(node.tagName));

type Lines = ReturnType<typeof startLines>;

function begin(element: Element, lines: Lines): void {
  const name = element.tagName;
  if (name === 'br') lines.end(1);
  else if (name === 'hr') lines.alone('-'.repeat(40));
  else if (name === 'img') lines.add(wordsOf(element));
  else if (name === 'td' || name === 'th') lines.add(' ');
  else breakAt(element, lines);
  if (name === 'li') lines.mark('- ');
}

function end(element: Element, lines: Lines, addresses: boolean): void {
  breakAt(element, lines);
  const href = addresses && element.tagName === 'a' ? attributeOf(element, 'href')?.trim() : undefined;
  if (href && !href.startsWith('#') && !lines.endWith(href.replace(/^(?:mailto|tel):/i, ''))) lines.add(` <${href}>`);
}

function breakAt({tagName}: Element, lines: Lines): void {
  const gap = gaps.get(tagName);
  if (gap !== undefined) lines.end(gap);
}

const wordsOf = (picture: Element): string => {
  const alt = attributeOf(picture, 'alt')?.trim();
  return alt ? `[${alt}]` : '';
};

/** Builds text line by line. Several spaces count as one, and several empty lines as one. */
function startLines() {
  const done: string[] = [];
  let line = '';
  let mark = '';
  let breaks = 0;
  const end = (wanted: number): void => {
    if (line.trim() !== '') {
      if (done.length > 0) done.push('\n'.repeat(breaks));
      done.push(mark + line.trim());
      breaks = 0;
      mark = '';
    }
    line = '';
    if (mark === '') breaks = Math.max(breaks, wanted);
  };
  return {
    add(text: string): void {
      const words = text.replaceAll(padding, '').replaceAll(/\s+/g, ' ');
      line += line === '' || line.endsWith(' ') ? words.trimStart() : words;
    },
    alone(text: string): void {
      end(2);
      line = text;
      end(2);
    },
    end,
    /** Puts this before the next line with words. */
    mark(text: string): void {
      mark = text;
    },
    endWith: (text: string): boolean => line.trimEnd().endsWith(text),
    text(): string {
      end(1);
      return done.join('');
    },
  };
}

const unseen = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'iframe', 'object', 'select']);

/** Elements that begin a new line, and how many line ends come before and after them. */
const gaps: ReadonlyMap<string, number> = new Map([
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre'.split(' ').map(name => [name, 2] as const),
  ...'div table tr li dt dd center section article header footer address main nav form'
    .split(' ')
    .map(name => [name, 1] as const),
]);

/** Invisible characters with which senders fill the preview line of inboxes. */
const padding = /[\u00ad\u200b-\u200f\u2007\ufeff]|\u034f/g;
