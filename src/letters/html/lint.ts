import {counted} from '../../core/words/sentence.js';
import type {Finding} from '../../records/fields/finding.js';
import {found, type SayingName} from './found.js';
import {isPixel, lintImage, lintLink, type Targets} from './lint-link.js';
import {lintStyles} from './lint-styles.js';
import {attributeOf, commentsIn, type Element, type Letter, placeAt, placeOf, readLetter} from './parse.js';
import {visibleText, wordsIn} from './plain-text.js';
import {textForReaders} from './read-text.js';
import {lintSplitTags, lintTags, tagsIn} from './tags.js';
import {MADE_FROM_MARKDOWN} from './text.js';

/** Finds what a marketer should fix before sending. Without tags, those are looked for in the source of the mail. */
export function lintHtml(html: string, tags: readonly string[] | undefined): readonly Finding[] {
  const letter = readLetter(html);
  const text = textForReaders(html, letter);
  const targets = new Set(letter.elements.flatMap(each => ['id', 'name'].map(name => attributeOf(each, name))));
  return inOrder([
    ...lintWhole(letter, text),
    ...lintStyles(letter),
    ...letter.elements.flatMap(element => [...lintElement(element, targets)]),
    ...(tags ? lintTags(text, tags) : []),
    ...lintSplitTags(wordsIn(letter.page), html, tags ?? []),
    ...unclosed(letter),
  ]);
}

/** Findings in the order of the text. Those about the whole mail come first. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));

/** Finds what is wrong with a mail as a whole: missing parts, of which the law requires some, and its size. */
function* lintWhole({html, page, elements}: Letter, forReaders: string): Generator<Finding> {
  const text = visibleText(page);
  const pictures = elements.filter(element => element.tagName === 'img' && !isPixel(element)).length;
  if (text === '' && pictures === 0) yield found('empty', undefined);
  if (html.includes('\ufffd')) yield found('lost-characters', undefined);
  const shown = tagsIn(forReaders);
  if (!shown.has('unsubscribe_preferences')) yield found('no-unsubscribe', undefined);
  if (!shown.has('sender_address')) yield found('no-address', undefined);
  const root = elements.find(({tagName}) => tagName === 'html');
  // The layout of a mail from Markdown is not its author's.
  if (root && !attributeOf(root, 'lang')?.trim() && !html.includes(MADE_FROM_MARKDOWN))
    yield found('no-lang', undefined);
  yield* lintFiller(elements, text);
  const size = Buffer.byteLength(html);
  if (size > GMAIL_CUTS) yield found('too-big', undefined, String(Math.ceil(size / 1024)));
  if (pictures > 0 && text.length < CHARACTERS_A_PICTURE * Math.min(pictures, 5))
    yield found('little-text', undefined, counted(pictures, 'picture'), counted(text.length, 'character'));
}

const GMAIL_CUTS = 102 * 1024;
const CHARACTERS_A_PICTURE = 60;

/** Finds texts that were meant to be replaced. Latin is certain; the others may be meant. */
function* lintFiller(elements: readonly Element[], text: string): Generator<Finding> {
  const [latin] = /\blorem ipsum\b|\bdolor sit amet\b/i.exec(text) ?? [];
  const [placeholder] =
    /\[(?:your|insert|company|sender|enter)\b[^[\]]{0,40}\]|\b(?:your|add|insert|edit) (?:text|headline|title|content|image|button text)(?: goes)? here\b/i.exec(
      text,
    ) ?? [];
  const words = latin ?? placeholder;
  if (words === undefined) return;
  const element = elements.findLast(each => visibleText(each).includes(words));
  const filler = found('filler-text', element && placeOf(element), words);
  yield latin === undefined ? {...filler, level: 'warning'} : filler;
}

function* lintElement(element: Element, targets: Targets): Generator<Finding> {
  const {tagName} = element;
  const unwelcome = removed.get(tagName);
  if (unwelcome) yield found(unwelcome, placeOf(element));
  if (tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? ''))
    yield found('external-stylesheet', placeOf(element));
  if (tagName === 'img') yield* lintImage(element);
  if (tagName === 'a' || tagName === 'area') yield* lintLink(element, targets);
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

/** Finds what changes all that follows it because it has no end. A parser repeats a link in each paragraph that it spans. */
function unclosed({page, elements, isCommentOpen}: Letter): readonly Finding[] {
  const last = isCommentOpen ? [...commentsIn(page)].at(-1) : undefined;
  const comments = last ? [found('unclosed', placeAt(last.at), 'This comment', HIDES, '-->')] : [];
  const closed = new Set(elements.map(({sourceCodeLocation: at}) => at?.endTag && at.startOffset));
  const open = new Map<number, Element>();
  for (const element of elements) {
    const from = element.sourceCodeLocation?.startTag?.startOffset;
    if (from !== undefined && consequences.has(element.tagName) && !closed.has(from)) open.set(from, element);
  }
  return [
    ...comments,
    ...[...open.values()].map(element => {
      const {tagName: name} = element;
      return found('unclosed', placeOf(element), `This <${name}>`, consequences.get(name) ?? '', `</${name}>`);
    }),
  ];
}

const HIDES = ', so nothing after it is shown';

const consequences: ReadonlyMap<string, string> = new Map([
  ['a', ', so all that follows is a link'],
  ['style', HIDES],
  ['title', HIDES],
  ['table', ''],
]);
