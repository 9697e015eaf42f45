import type {Finding} from '../../records/fields/finding.js';
import {found, type SayingName, sayingOf} from './found.js';
import {lintStyles} from './lint-styles.js';
import {
  attributeOf,
  type Element,
  isPixel,
  type Letter,
  type Node,
  placeOf,
  readLetter,
  textOfNode,
  walk,
} from './parse.js';
import {isUnseen, visibleText} from './plain-text.js';
import {textForReaders} from './read-text.js';
import {lintTags, tagsIn} from './tags.js';
import {excerpt} from './text.js';

/** Finds what a marketer should fix before sending. Without tags, those are looked for in the source of the mail. */
export function lintHtml(html: string, tags: readonly string[] | undefined): readonly Finding[] {
  const letter = readLetter(html);
  const text = textForReaders(html, letter);
  return findingsInOrder([
    ...lintWhole(letter, text),
    ...lintStyles(letter),
    ...letter.elements.flatMap(element => [...lintElement(element)]),
    ...(tags ? [...lintTags(text, tags), ...lintSplitTags(wordsIn(letter.page), html, tags)] : []),
  ]);
}

/** Findings in the order of the text. Those about the whole mail come first. */
export const findingsInOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));

/** Finds what is wrong with a mail as a whole: missing parts, of which the law requires some, and its size. */
function* lintWhole({html, page, elements}: Letter, forReaders: string): Generator<Finding> {
  const hasPicture = elements.some(element => element.tagName === 'img' && !isPixel(element));
  if (!hasPicture && visibleText(page) === '') yield found('empty', undefined);
  if (html.includes('\ufffd')) yield found('lost-characters', undefined);
  const shown = tagsIn(forReaders);
  if (!shown.has('unsubscribe_preferences')) yield found('no-unsubscribe', undefined);
  if (!shown.has('sender_address')) yield found('no-address', undefined);
  const size = Buffer.byteLength(html);
  if (size > GMAIL_CUTS) yield found('too-big', undefined, String(Math.ceil(size / 1024)));
}

const GMAIL_CUTS = 102 * 1024;

/** Finds tags that readers see whole, but the service does not: their brackets are apart, or written as entities. */
const lintSplitTags = (seen: string, html: string, tags: readonly string[]): readonly Finding[] =>
  tags
    .map(tag => `((${tag}))`)
    .filter(tag => seen.includes(tag) && !html.includes(tag))
    .map(tag => found('split-tag', undefined, tag));

/** The words of a letter without blanks where markup ends: what stands together in the letter does so here. */
const wordsIn = (page: Node): string =>
  [...walk(page, isUnseen)].map(({node, enters}) => (enters ? (textOfNode(node) ?? '') : '')).join('');

function* lintElement(element: Element): Generator<Finding> {
  const {tagName} = element;
  const unwelcome = removed.get(tagName);
  if (unwelcome && !isOffer(element)) yield found(unwelcome, placeOf(element));
  if (tagName === 'img') yield* lintImage(element);
  if (tagName === 'a' || tagName === 'area') yield* lintLink(element);
  for (const {name} of element.attrs) if (/^on[a-z]+$/.test(name)) yield found('handler', placeOf(element, name), name);
}

/** Elements that mail programs remove. */
const removed: ReadonlyMap<string, SayingName> = new Map([
  ['script', 'script'],
  ['form', 'form'],
  ['iframe', 'iframe'],
  ['frame', 'iframe'],
  ['object', 'iframe'],
  ['embed', 'iframe'],
]);

/** Whether a script is no code, but data from which Gmail shows an offer above the mail. */
const isOffer = (element: Element): boolean =>
  element.tagName === 'script' && attributeOf(element, 'type') === 'application/ld+json';

/** Finds what is wrong with one link: where it leads. */
function* lintLink(element: Element): Generator<Finding> {
  const href = attributeOf(element, 'href')?.trim();
  const isTarget = href === undefined && ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
  const trouble = isTarget ? undefined : sayingOf(`link-${reachOf(href ?? '')}`);
  if (trouble) yield found(trouble, placeOf(element, 'href'), excerpt(href ?? ''));
}

/** Finds what is wrong with one picture: where it is, and what readers learn of it who block pictures. */
function* lintImage(element: Element): Generator<Finding> {
  const address = attributeOf(element, 'src')?.trim() ?? '';
  const trouble = sayingOf(`image-${reachOf(address)}`);
  if (trouble) yield found(trouble, placeOf(element, 'src'), excerpt(address));
  if (attributeOf(element, 'alt') === undefined && !isPixel(element))
    yield found('image-alt', placeOf(element), address === '' ? '' : `: ${excerpt(address)}`);
}

/** Where an address in a mail leads, for a reader on another machine. */
type Reach = 'web' | 'http' | 'localhost' | 'relative' | 'data' | 'code' | 'empty' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and a tag at its beginning as a whole address. */
function reachOf(address: string): Reach {
  if (address === '' || address === '#') return 'empty';
  if (/^#|^\(\(|^\{\{|^\*\|/.test(address)) return 'other';
  // A drive of Windows is no scheme, nor is a host with a port, which URL parsers take for one.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(address) || /^(?!tel:|sms:)[\w.-]+:\d+(?:[/?#]|$)/i.test(address)) return 'relative';
  return schemes.find(([pattern]) => pattern.test(address))?.[1] ?? reachOnTheWeb(address);
}

const schemes: ReadonlyArray<readonly [RegExp, Reach]> = [
  [/^data:/i, 'data'],
  [/^file:/i, 'localhost'],
  [/^(?:javascript|vbscript):/i, 'code'],
  // Such as `htp:` and `htttps:`, and a single slash.
  [/^(?!https?:)h+[tps]+:|^https?:(?!\/\/[^/])/i, 'broken'],
  [/^(?!https?:)/i, 'other'],
];

function reachOnTheWeb(address: string): Reach {
  try {
    const {hostname, protocol} = new URL(address.replaceAll(/\(\([^()]*\)\)/g, 'x'));
    return isNear.test(hostname) ? 'localhost' : protocol === 'http:' ? 'http' : 'web';
  } catch {
    return 'broken';
  }
}

/** A host that is this machine or in a private network. */
const isNear =
  /^(?:localhost|.+\.(?:localhost|local|test|internal)|0\.0\.0\.0|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1?\])$/i;
