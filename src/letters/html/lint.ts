import type {Finding} from '../../records/fields/finding.js';
import {found, type SayingName} from './found.js';
import {isPixel, lintImage, lintLink} from './lint-link.js';
import {lintStyles} from './lint-styles.js';
import {type Element, type Letter, placeOf, readLetter} from './parse.js';
import {visibleText, wordsIn} from './plain-text.js';
import {textForReaders} from './read-text.js';
import {lintSplitTags, lintTags, tagsIn} from './tags.js';

/** Finds what a marketer should fix before sending. Without tags, those are looked for in the source of the mail. */
export function lintHtml(html: string, tags: readonly string[] | undefined): readonly Finding[] {
  const letter = readLetter(html);
  const text = textForReaders(html, letter);
  return inOrder([
    ...lintWhole(letter, text),
    ...lintStyles(letter),
    ...letter.elements.flatMap(element => [...lintElement(element)]),
    ...(tags ? [...lintTags(text, tags), ...lintSplitTags(wordsIn(letter.page), html, tags)] : []),
  ]);
}

/** Findings in the order of the text. Those about the whole mail come first. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
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

function* lintElement(element: Element): Generator<Finding> {
  const {tagName} = element;
  const unwelcome = removed.get(tagName);
  if (unwelcome) yield found(unwelcome, placeOf(element));
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
