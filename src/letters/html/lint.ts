import {counted} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import {error, warning} from '../../records/fields/finding.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {isPixel, lintImage, lintLink, type Targets} from './lint-link.js';
import {lintStyles} from './lint-styles.js';
import {lintSplitTags, lintTags} from './lint-tags.js';
import {
  attributeOf,
  type Element,
  elementsIn,
  type Node,
  type Piece,
  type Place,
  parseHtml,
  piecesOf,
  placeOf,
  textOf,
} from './parse.js';
import {visibleText, wordsIn} from './plain-text.js';
import {textForReaders} from './read-text.js';
import {tagsIn} from './tags.js';
import {MADE_FROM_MARKDOWN} from './text.js';

/**
 * Finds what a marketer should fix before sending. An error is something that readers see broken, that keeps them from
 * unsubscribing, or that gets the mail refused; a warning is something that only some readers notice. Without tags, those
 * are looked for in the source of the mail.
 */
export function lintHtml(html: string, tags: readonly string[] | undefined): readonly Finding[] {
  const page = parseHtml(html);
  const read = piecesOf(html);
  const text = textForReaders(html, read);
  const elements = [...elementsIn(page)];
  const targets = new Set(elements.flatMap(element => ['id', 'name'].map(name => attributeOf(element, name))));
  return inOrder([
    ...lintPage({html, page, text, elements}),
    ...lintStyles({html, page, elements}),
    ...elements.flatMap(element => [...lintElement(element, targets)]),
    ...(tags ? lintTags(text, tags) : []),
    ...lintSplitTags(wordsIn(page), html, tags ?? []),
    ...unclosed(read),
  ]);
}

/** Findings in the order of the text. Those about the whole mail come first. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));

/** Finds what changes all that follows it because it has no end, as written: a parser moves and repeats elements. */
function unclosed({pieces, openComment}: ReturnType<typeof piecesOf>): readonly Finding[] {
  const open: Piece[] = [];
  const left: Piece[] = [];
  for (const piece of pieces) {
    if (!consequences.has(piece.name)) continue;
    if (piece.kind === 'start') open.push(piece);
    const at = piece.kind === 'end' ? open.findLastIndex(({name}) => name === piece.name) : -1;
    if (at >= 0) left.push(...open.splice(at).slice(1));
  }
  return [
    ...(openComment ? [neverClosed('comment', openComment)] : []),
    ...[...left, ...open].map(({name, place}) => neverClosed(name, place)),
  ];
}

const neverClosed = (name: string, place: Place): Finding =>
  error(
    'unclosed',
    `${name === 'comment' ? 'This comment' : `This <${name}>`} is not closed${consequences.get(name) ?? ''}.`,
    name === 'comment' ? 'Add --> where it ends.' : `Add </${name}> where it ends.`,
    place,
  );

const consequences: ReadonlyMap<string, string> = new Map([
  ['a', ', so all that follows is a link'],
  ['comment', ', so nothing after it is shown'],
  ['style', ', so nothing after it is shown'],
  ['title', ', so nothing after it is shown'],
  ['table', ''],
]);

type Whole = {
  readonly html: string;
  readonly page: Node;
  /** The HTML without notes and code. */
  readonly text: string;
  readonly elements: readonly Element[];
};

/** Finds what is wrong with a mail as a whole: missing parts, and its size. */
function* lintPage({html, page, text: read, elements}: Whole): Generator<Finding> {
  const text = visibleText(page);
  const pictures = elements.filter(element => element.tagName === 'img' && !isPixel(element)).length;
  if (text === '' && pictures === 0) {
    yield error('empty', 'There is nothing to read in this mail.', 'Is this the right file?');
  }
  if (html.includes('\ufffd')) {
    yield error(
      'lost-characters',
      'Some characters of this mail were lost, because it is not written in UTF-8.',
      'Save it as UTF-8.',
    );
  }
  yield* required(read);
  yield* head(html, elements);
  yield* filler(page, text);
  const size = Buffer.byteLength(html);
  if (size > GMAIL_CUTS)
    yield error(
      'too-big',
      `The mail has ${Math.ceil(size / 1024)} KB. Gmail cuts off after 102 KB, and the unsubscribe link is lost.`,
      'Shorten the text or its markup; pictures on a web server do not count.',
    );
  if (pictures > 0 && text.length < CHARACTERS_A_PICTURE * Math.min(pictures, 5)) {
    yield warning(
      'little-text',
      `The mail has ${counted(pictures, 'picture')} and ${counted(text.length, 'character')} of text. Filters may treat it as spam, and readers who block pictures see almost nothing.`,
      'Say in text what the pictures say.',
    );
  }
}

/** Finds missing parts that the law requires of every mailing. */
function* required(read: string): Generator<Finding> {
  const shown = new Set(tagsIn(read).map(({name}) => name));
  if (!shown.has('unsubscribe_preferences')) {
    yield error(
      'no-unsubscribe',
      'Nobody can unsubscribe from this mail: ((unsubscribe_preferences)) is missing.',
      'Add a link: <a href="((unsubscribe_preferences))">Unsubscribe</a>',
    );
  }
  if (!shown.has('sender_address')) {
    yield warning(
      'no-address',
      'There is no ((sender_address)) in this mail, and many countries require a postal address.',
      "Add it: the service fills in the sender's address.",
    );
  }
}

/** Finds texts that were meant to be replaced. */
function* filler(page: Node, text: string): Generator<Finding> {
  const [latin] = /\blorem ipsum\b|\bdolor sit amet\b/i.exec(text) ?? [];
  const [placeholder] =
    /\[(?:your|insert|company|sender|enter)\b[^[\]]{0,40}\]|\b(?:your|add|insert|edit) (?:text|headline|title|content|image|button text)(?: goes)? here\b/i.exec(
      text,
    ) ?? [];
  const found = latin ?? placeholder;
  if (found === undefined) return;
  const place = [...elementsIn(page)].findLast(element => visibleText(element).includes(found));
  const filler = error(
    'filler-text',
    `"${found}" is filler text, and readers would see it.`,
    'Replace it.',
    place && placeOf(place),
  );
  yield latin === undefined ? {...filler, level: 'warning'} : filler;
}

function* head(html: string, elements: readonly Element[]): Generator<Finding> {
  const root = elements.find(({tagName}) => tagName === 'html');
  // The layout of a mail from Markdown is not its author's.
  if (root && !attributeOf(root, 'lang')?.trim() && !html.includes(MADE_FROM_MARKDOWN)) {
    yield warning(
      'no-lang',
      'The mail does not say its language, so screen readers may read it in the wrong one.',
      'Add the language to <html>, such as <html lang="en">.',
    );
  }

  const title = elements.find(({tagName}) => tagName === 'title');
  if ((title?.childNodes ?? []).every(node => !textOf(node)?.trim())) {
    yield warning(
      'no-title',
      'The mail has no title, which screen readers and browsers show.',
      'Add <title>…</title> to its head.',
    );
  }
  if (!elements.some(saysCharset)) {
    yield warning(
      'no-charset',
      'The mail does not say its charset, so letters beyond A to Z may break.',
      'Add <meta charset="utf-8"> at the start of its head.',
    );
  }
}

const saysCharset = (element: Element): boolean =>
  element.tagName === 'meta' &&
  (attributeOf(element, 'charset') !== undefined || /charset\s*=/i.test(attributeOf(element, 'content') ?? ''));

const GMAIL_CUTS = 102 * 1024;
const CHARACTERS_A_PICTURE = 60;

function* lintElement(element: Element, targets: Targets): Generator<Finding> {
  const {tagName} = element;
  const found = lookUp(unwelcome, tagName);
  if (found) yield {...found, ...placeOf(element)};
  if (tagName === 'link' && /\bstylesheet\b/i.test(attributeOf(element, 'rel') ?? '')) yield sheetFinding(element);
  if (tagName === 'img') yield* lintImage(element);
  if (tagName === 'a' || tagName === 'area') yield* lintLink(element, targets);
  for (const {name} of element.attrs) if (/^on[a-z]+$/.test(name)) yield handlerFinding(element, name);
}

const sheetFinding = (element: Element): Finding =>
  warning(
    'external-stylesheet',
    'This stylesheet is not in the mail, and most mail programs do not fetch it.',
    'Put the styles into the mail: in a <style> in its head, or better on the elements.',
    placeOf(element),
  );

const handlerFinding = (element: Element, name: string): Finding =>
  warning('script', `This ${name} is code, which no mail program runs.`, 'Remove it.', placeOf(element, name));

const iframe = error(
  'iframe',
  'This shows another page inside the mail, which mail programs remove.',
  'Show a picture that links to the page.',
);

/** Elements that mail programs remove. */
const unwelcome: Readonly<Record<string, Finding>> = {
  script: error('script', 'No mail program runs scripts, and filters refuse mail with scripts.', 'Remove it.'),
  form: warning(
    'form',
    'Most mail programs show no forms, or send nothing from them.',
    'Link to a page that holds the form.',
  ),
  iframe,
  frame: iframe,
  object: iframe,
  embed: iframe,
};
