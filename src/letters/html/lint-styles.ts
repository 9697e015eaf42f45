import type {Finding} from '../../records/fields/finding.js';
import {found} from './found.js';
import {attributeOf, type Element, isElement, isPixel, type Letter, placeOf, textOfNode, walk} from './parse.js';
import {isUnseen, visibleText} from './plain-text.js';
import {excerpt, MADE_FROM_MARKDOWN} from './text.js';

/** Finds what readers do not see, or see otherwise than it was meant, because of styles. */
export function* lintStyles(letter: Letter): Generator<Finding> {
  yield* lintExits(letter);
  yield* lintHidden(letter);
  yield* lintFeatures(letter);
}

/** Finds a way to unsubscribe that is hidden in whatever way. */
function* lintExits({elements}: Letter): Generator<Finding> {
  const exits = elements.filter(
    element => element.tagName === 'a' && attributeOf(element, 'href')?.includes('((unsubscribe_preferences))'),
  );
  const [exit] = exits;
  if (exit && exits.every(link => around(link).some(isUnseen) || !hasContent(link)))
    yield found('hidden-unsubscribe', placeOf(exit));
}

/** Whether there is something to see and to click. */
const hasContent = (element: Element): boolean =>
  visibleText(element) !== '' ||
  [...walk(element)].some(({node}) => isElement(node) && /^(?:img|svg|v:.*|input|button)$/.test(node.tagName));

/** Finds text that no reader sees, except a preheader. */
function* lintHidden({page, elements}: Letter): Generator<Finding> {
  const isShownOnSomeScreens =
    elements.some(({tagName}) => tagName === 'style') && sheetsOf(elements).includes('@media');
  let isFirst = true;
  for (const {node, enters} of walk(page, isCode)) {
    const parent = 'parentNode' in node ? node.parentNode : null;
    if (!enters || !parent || !isElement(parent) || !/[\p{L}\p{N}]/u.test(textOfNode(node) ?? '')) continue;
    const hidden = around(parent).find(isUnseen);
    if (!hidden) isFirst = false;
    // What comes before all else is the line that inboxes show below the subject.
    else if (!isFirst && !(isShownOnSomeScreens && attributeOf(hidden, 'class'))) {
      yield found('hidden-text', placeOf(parent), excerpt(textOfNode(node) ?? ''));
      return;
    }
  }
}

const isCode = (element: Element): boolean =>
  isUnseen(element) && attributeOf(element, 'style') === undefined && attributeOf(element, 'hidden') === undefined;

/** An element and all around it, the innermost first. */
function around(element: Element): readonly Element[] {
  const all: Element[] = [];
  for (let at: Element['parentNode'] = element; at && isElement(at); at = at.parentNode) all.push(at);
  return all;
}

/** Finds what some mail programs do not show, each once with its first place and where it fails. */
function* lintFeatures({html, elements}: Letter): Generator<Finding> {
  for (const [what, where, hint, uses, unless] of features) {
    const first = elements.find(uses);
    if (first && !(unless && html.includes(unless))) yield found('mail-programs', placeOf(first), what, where, hint);
  }
}

/** Whether an element, or a style sheet that is one, declares this. */
const declares =
  (name: RegExp, value: RegExp) =>
  (element: Element): boolean =>
    stylesOn(element)
      .flatMap(declarationsOf)
      .some(declaration => name.test(declaration[0]) && value.test(declaration[1]));

const stylesOn = (element: Element): readonly string[] =>
  element.tagName === 'style'
    ? [...sheetsOf([element]).matchAll(/\{([^{}]*)\}/g)].map(([, body = '']) => body)
    : [attributeOf(element, 'style') ?? ''];

const isA =
  (name: string) =>
  ({tagName}: Element): boolean =>
    tagName === name;

const pictureOf =
  (ending: RegExp) =>
  (element: Element): boolean =>
    element.tagName === 'img' && ending.test(attributeOf(element, 'src') ?? '');

/** Something that some programs do not show, unless the letter holds what has seen to it. */
type Feature = readonly [what: string, where: string, hint: string, uses: (on: Element) => boolean, unless?: string];

const isPictureOfAnySize = (element: Element): boolean =>
  element.tagName === 'img' && !isPixel(element) && attributeOf(element, 'width') === undefined;

const LARGE = 'Gmail, Outlook and Yahoo';
const TABLE = 'Lay it out with a table.';
const FULL_SIZE = 'Outlook shows it in full size: add width="600".';
const COLOUR = 'Choose a background colour as well, on which the text can be read.';

/** What people use most that large mail programs do not show; all others are on caniemail.com. */
const features: readonly Feature[] = [
  ['display:flex', 'Outlook on Windows', TABLE, declares(/^display$/, /^(?:inline-)?flex/i)],
  ['display:grid', LARGE, TABLE, declares(/^display$/, /^(?:inline-)?grid/i)],
  ['position', 'Gmail and Outlook', TABLE, declares(/^position$/, /^(?:absolute|fixed|sticky|relative)/i)],
  // Outlook may have a drawing of its own for it.
  ['A background picture', 'Outlook on Windows', COLOUR, declares(/^background(?:-image)?$/, /url\(/i), '<v:fill'],
  ['<svg>', LARGE, 'Use a PNG picture.', isA('svg')],
  ['An SVG picture', 'Gmail', 'Use PNG.', pictureOf(/\.svg(?:[?#]|$)/i)],
  ['A WebP picture', 'Outlook on Windows', 'Use PNG or JPEG.', pictureOf(/\.webp(?:[?#]|$)/i)],
  // The pictures of a Markdown letter have the width of their place.
  ['A picture without width="…"', 'Outlook on Windows', FULL_SIZE, isPictureOfAnySize, MADE_FROM_MARKDOWN],
  ['<video>', LARGE, 'Show a picture that links to it.', isA('video')],
  ['<button>', 'Outlook', 'Write a link that looks like a button.', isA('button')],
];

/** The style sheets inside a mail, as one text. */
const sheetsOf = (elements: readonly Element[]): string =>
  elements
    .filter(({tagName}) => tagName === 'style')
    .flatMap(({childNodes}) => childNodes.map(node => textOfNode(node) ?? ''))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, ' ');

/** The properties of a style with their values. */
const declarationsOf = (style: string): ReadonlyArray<readonly [name: string, value: string]> =>
  style.split(/;(?![^(]*\))/).flatMap(one => {
    const [name = '', ...value] = one.split(':');
    return value.length === 0 ? [] : [[name.trim().toLowerCase(), value.join(':').trim()] as const];
  });
