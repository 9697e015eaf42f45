import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {type Colour, contrastOf, inHex, readColour} from './colour.js';
import {attributeOf, type Element, isElement, type Node, placeOf, textOf, walk} from './parse.js';
import {isUnseen} from './plain-text.js';
import {inlineStyle, sheetsOf, styledBy} from './style-sheets.js';

/** Finds text that is hard to read on its background, where both colours are certain. */
export function* lintContrast(page: Node, elements: readonly Element[]): Generator<Finding> {
  const sheets = sheetsOf(elements);
  const inks = styledBy(sheets, /^color$/i);
  const backgrounds = styledBy(sheets, /^background/i);
  const told = new Set<string>();
  for (const {node, enters} of walk(page, isHidden)) {
    const parent = enters && /[\p{L}\p{N}]/u.test(textOf(node) ?? '') ? parentOf(node) : undefined;
    if (!parent) continue;
    const ink = inheritedColour(parent, element => inkOf(element, inks), BLACK);
    const background = inheritedColour(parent, element => backgroundOf(element, backgrounds), WHITE);
    if (!ink || !background || contrastOf(ink, background) >= LEAST) continue;
    const colours = `${inHex(ink)} on ${inHex(background)}`;
    if (told.has(colours)) continue;
    told.add(colours);
    yield warning(
      'low-contrast',
      `This text is hard to read: ${colours} is a contrast of ${shown(contrastOf(ink, background))}.`,
      'Choose colours with a contrast of at least 4.5.',
      placeOf(parent),
    );
  }
}

/** A colour; undefined if the element names none, `unknown` if it is uncertain. */
type Told = Colour | 'unknown' | undefined;

/** The colour from the element or the nearest element around it that names one. */
function inheritedColour(element: Element, told: (element: Element) => Told, otherwise: Colour): Colour | undefined {
  for (let at: Element | undefined = element; at; at = parentOf(at)) {
    const colour = told(at);
    if (colour === 'unknown') return undefined;
    if (colour) return colour;
  }
  return otherwise;
}

function inkOf(element: Element, isStyled: (element: Element) => boolean): Told {
  const colour =
    inlineStyle(element, 'color') ?? (element.tagName === 'font' ? attributeOf(element, 'color') : undefined);
  if (colour !== undefined) return colour === 'inherit' ? undefined : (readColour(colour) ?? 'unknown');
  return element.tagName === 'a' || isStyled(element) ? 'unknown' : undefined;
}

function backgroundOf(element: Element, isStyled: (element: Element) => boolean): Told {
  const inline = inlineStyle(element, 'background-color') ?? inlineStyle(element, 'background');
  const isPicture =
    attributeOf(element, 'background') !== undefined || inlineStyle(element, 'background-image') !== undefined;
  if (isPicture || isStyled(element)) return 'unknown';
  const colour = inline ?? attributeOf(element, 'bgcolor');
  if (colour === undefined || /^(?:transparent|none|inherit)$/i.test(colour)) return undefined;
  return readColour(colour) ?? 'unknown';
}

/** Whether text is invisible, such as the preview line for inboxes; its colour does not matter. */
const isHidden = (element: Element): boolean =>
  isUnseen(element) ||
  /^0(?:px)?$/.test(inlineStyle(element, 'max-height') ?? '') ||
  /^[01](?:px)?$/.test(inlineStyle(element, 'font-size') ?? '') ||
  inlineStyle(element, 'opacity') !== undefined;

const parentOf = (node: Node): Element | undefined => {
  const parent = 'parentNode' in node ? node.parentNode : null;
  return parent && isElement(parent) ? parent : undefined;
};

/** Rounded down: 4.49 is less than 4.5. */
const shown = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** The least contrast for text in the guidelines for accessible pages. */
const LEAST = 4.5;
