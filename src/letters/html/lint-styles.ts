import {counted, plural} from '../../core/words/sentence.js';
import type {Finding} from '../../records/fields/finding.js';
import {found} from './found.js';
import {isPixel} from './lint-link.js';
import {attributeOf, type Element, isElement, type Letter, placeOf, textOf, walk} from './parse.js';
import {hasContent, isUnseen} from './plain-text.js';
import {excerpt, MADE_FROM_MARKDOWN} from './text.js';

/** Finds what readers do not see, or see otherwise than it was meant, because of styles. */
export function* lintStyles(letter: Letter): Generator<Finding> {
  yield* lintHidden(letter);
  yield* lintFeatures(letter);
}

/** Finds text that is hidden by styles on its elements, except a preheader, and a hidden way to unsubscribe. */
function* lintHidden({page, elements}: Letter): Generator<Finding> {
  const exits = elements.filter(
    element => element.tagName === 'a' && attributeOf(element, 'href')?.includes('((unsubscribe_preferences))'),
  );
  const [exit] = exits;
  if (exit && exits.every(link => isHidden(link) || !hasContent(link)))
    yield found('hidden-unsubscribe', placeOf(exit));
  const shownByQuery = queriedClasses(sheetsOf(elements));
  let isFirst = true;
  for (const {node, enters} of walk(page, isCode)) {
    const parent = 'parentNode' in node ? node.parentNode : null;
    if (!enters || !parent || !isElement(parent) || !/[\p{L}\p{N}]/u.test(textOf(node) ?? '')) continue;
    if (!isHidden(parent)) isFirst = false;
    // What comes before all else is the line that inboxes show below the subject.
    else if (!isFirst && !isShownByQuery(parent, shownByQuery)) {
      yield found('hidden-text', placeOf(parent), excerpt(textOf(node) ?? ''));
      return;
    }
  }
}

const isCode = (element: Element): boolean =>
  isUnseen(element) && attributeOf(element, 'style') === undefined && attributeOf(element, 'hidden') === undefined;

function isHidden(element: Element): boolean {
  let size: string | undefined;
  for (let at: Element | undefined = element; at; at = parentElement(at)) {
    if (hides(at)) return true;
    size ??= inlineStyle(at, 'font-size');
  }
  return size !== undefined && /^[01](?:\.\d+)?(?:px|pt)?$/.test(size);
}

const hides = (element: Element): boolean =>
  isUnseen(element) ||
  isZero(inlineStyle(element, 'opacity')) ||
  isZero(inlineStyle(element, 'max-height')) ||
  (inlineStyle(element, 'overflow') === 'hidden' &&
    (isZero(inlineStyle(element, 'height')) || isZero(inlineStyle(element, 'width'))));

const isZero = (size = ''): boolean => /^0(?:\.0+)?(?:px|em|%)?$/.test(size);

/** The classes that some screens show and others hide. */
function queriedClasses(sheets: string): ReadonlySet<string> {
  const queries = sheets.match(/@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/gi) ?? [];
  return new Set(queries.flatMap(query => query.match(/[.#][\w-]+/g) ?? []));
}

function isShownByQuery(element: Element, shown: ReadonlySet<string>): boolean {
  for (let at: Element | undefined = element; at; at = parentElement(at)) {
    const classes = (attributeOf(at, 'class') ?? '').split(/\s+/).map(name => `.${name}`);
    if ([...classes, `#${attributeOf(at, 'id')}`].some(name => shown.has(name))) return true;
  }
  return false;
}

/** Finds what some mail programs do not show, each once with its first place and where it fails. */
function* lintFeatures({html, elements}: Letter): Generator<Finding> {
  for (const [what, where, hint, uses] of features) {
    const [first, ...others] = elements.filter(uses);
    // Outlook has a drawing of its own for background pictures.
    if (!first || (what.includes('background') && html.includes('<v:fill'))) continue;
    const times = others.length === 0 ? '' : ` (${counted(others.length + 1, 'time')})`;
    yield found('mail-programs', placeOf(first), `${what}${times}`, where, hint);
  }
  const [first, ...others] = html.includes(MADE_FROM_MARKDOWN) ? [] : elements.filter(isPictureOfAnySize);
  if (!first) return;
  const count = others.length + 1;
  const have = `${counted(count, 'picture')} ${plural(count, 'has', 'have')}`;
  yield found('image-width', placeOf(first), have, plural(count, 'it', 'them'));
}

const isPictureOfAnySize = (element: Element): boolean =>
  element.tagName === 'img' && !isPixel(element) && attributeOf(element, 'width') === undefined;

/** Whether an element, or a style sheet that is one, declares this. */
const declares =
  (name: RegExp, value = /./) =>
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

type Feature = readonly [what: string, where: string, hint: string, uses: (element: Element) => boolean];

const LARGE = 'Gmail, Outlook and Yahoo';
const TABLE = 'Lay it out with a table.';
const COLOUR = 'Choose a background colour as well, on which the text can be read.';

/** What people use most that large mail programs do not show; all others are on caniemail.com. */
const features: readonly Feature[] = [
  ['display:flex', 'Outlook on Windows', TABLE, declares(/^display$/, /^(?:inline-)?flex/i)],
  ['display:grid', LARGE, TABLE, declares(/^display$/, /^(?:inline-)?grid/i)],
  ['position', 'Gmail and Outlook', TABLE, declares(/^position$/, /^(?:absolute|fixed|sticky|relative)/i)],
  ['A variable of CSS', LARGE, 'Write the value itself.', declares(/./, /var\(/i)],
  ['A background picture', 'Outlook on Windows', COLOUR, declares(/^background(?:-image)?$/, /url\(/i)],
  ['<svg>', LARGE, 'Use a PNG picture.', isA('svg')],
  ['An SVG picture', 'Gmail', 'Use PNG.', pictureOf(/\.svg(?:[?#]|$)/i)],
  ['A WebP picture', 'Outlook on Windows', 'Use PNG or JPEG.', pictureOf(/\.webp(?:[?#]|$)/i)],
  ['<video>', LARGE, 'Show a picture that links to it.', isA('video')],
  ['<button>', 'Outlook', 'Write a link that looks like a button.', isA('button')],
];

/** The style sheets inside a mail, as one text. */
const sheetsOf = (elements: readonly Element[]): string =>
  elements
    .filter(({tagName}) => tagName === 'style')
    .flatMap(({childNodes}) => childNodes.map(node => textOf(node) ?? ''))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, ' ');

/** The value of an inline style; the last one counts, as in a mail program. */
const inlineStyle = (element: Element, property: string): string | undefined =>
  declarationsOf(attributeOf(element, 'style') ?? '')
    .findLast(([name]) => name === property)?.[1]
    .replace(/\s*!important$/i, '');

/** The properties of a style with their values. */
const declarationsOf = (style: string): ReadonlyArray<readonly [name: string, value: string]> =>
  style.split(/;(?![^(]*\))/).flatMap(one => {
    const [name = '', ...value] = one.split(':');
    return value.length === 0 ? [] : [[name.trim().toLowerCase(), value.join(':').trim()] as const];
  });

/** The element around an element. */
const parentElement = ({parentNode}: Pick<Element, 'parentNode'>): Element | undefined =>
  parentNode && isElement(parentNode) ? parentNode : undefined;
