import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {counted} from '../words/sentence.js';
import {isPixel} from './lint-image.js';
import {MADE_FROM_MARKDOWN} from './made-email.js';
import {attributeOf, type Element, elementsIn, type Node, placeOf, textOf} from './parse.js';
import {visibleText} from './plain-text.js';
import {tagsIn} from './tags.js';

type Whole = {
  readonly html: string;
  readonly page: Node;
  /** The HTML without notes and code. */
  readonly text: string;
  readonly elements: readonly Element[];
};

/** Finds what is wrong with a mail as a whole: missing parts, and its size. */
export function* lintPage({html, page, text: read, elements}: Whole): Generator<Finding> {
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
  yield* required(read, text);
  yield* head(html, elements);
  yield* filler(page, text);
  const size = Buffer.byteLength(html);
  const sent = size + addedTo(html, elements);
  const hint = 'Shorten the text or its markup; pictures on a web server do not count.';
  const inKb = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;
  const loss = 'Gmail cuts off after 102 KB, and the unsubscribe link is lost.';
  if (size > GMAIL_CUTS) yield error('too-big', `The mail has ${inKb(size)}. ${loss}`, hint);
  else if (sent > GMAIL_CUTS)
    yield warning(
      'too-big',
      `The mail has ${inKb(size)}, and about ${inKb(sent)} with the values of its tags and counted links. ${loss}`,
      hint,
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
function* required(read: string, text: string): Generator<Finding> {
  const shown = new Set(tagsIn(read).map(({name}) => name));
  if (!shown.has('unsubscribe_preferences')) {
    yield error(
      'no-unsubscribe',
      'Nobody can unsubscribe from this mail: ((unsubscribe_preferences)) is missing.',
      'Add a link: <a href="((unsubscribe_preferences))">Unsubscribe</a>',
    );
  }
  if (!shown.has('sender_address') && !looksLikeAddress(text)) {
    yield warning(
      'no-address',
      'This mail seems to have no postal address, which many countries require.',
      "Add ((sender_address)): the service fills in the sender's address.",
    );
  }
}

/** How many bytes its values and the counting of opens and clicks add to a mail, roughly. */
function addedTo(html: string, elements: readonly Element[]): number {
  const links = elements.filter(
    element => element.tagName === 'a' && /^\s*https?:/i.test(attributeOf(element, 'href') ?? ''),
  );
  const unsubscribes = tagsIn(html).filter(({name}) => name === 'unsubscribe_preferences').length;
  return COUNTED_OPEN + links.length * COUNTED_CLICK + unsubscribes * COUNTED_CLICK;
}

/** What a counted link and the picture that counts opens usually have more than the link in the letter. */
const COUNTED_CLICK = 100;
const COUNTED_OPEN = 200;

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

/** Whether a text seems to contain a postal address, in a form common in most countries. */
const looksLikeAddress = (text: string): boolean => forms.some(form => form.test(text));

const forms: readonly RegExp[] = [
  // 12 High Street, 1600 Pennsylvania Ave NW, Suite 300
  /\d{1,5}[a-z]?,? (?:[\p{L}.'-]+ ){1,4}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|court|ct|square|sq|place|pl|highway|hwy|parkway|pkwy|terrace|quay)\b/iu,
  /\b(?:suite|ste|floor|unit) \d+\b/i,
  // Hauptstraße 5, Keizersgracht 12, via Roma 3, calle Mayor 8, 5 rue de la Paix
  /(?:stra(?:ß|ss)e|str\.|weg|platz|gasse|allee|ring|straat|gracht|laan|plein|gade|vej|gatan|katu) \d+/iu,
  /\b(?:via|viale|piazza|calle|avenida|rua|ulica|ul\.) (?:[\p{L}.'-]+,? ){1,4}\d+/iu,
  /\d,? (?:bis,? )?(?:rue|avenue|boulevard|place|quai|chemin) \p{L}/iu,
  /\bP\.? ?O\.? ?box \d+/i,
  // A postal code with the words beside it: CA 94107, London SW1A 1AA, 10115 Berlin, 1234 AB Amsterdam
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b/,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/,
  /\b\d{4} ?[A-Z]{2},? \p{Lu}\p{Ll}+/u,
  /\b(?!(?:19|20)\d\d )(?:[A-Z]{1,2}-)?\d{4,6} \p{Lu}\p{Ll}{2,}/u,
];
