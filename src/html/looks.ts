import {type Colour, contrastOf, readColour} from './colour.js';
import {attributeOf, type Element} from './parse.js';
import {isUnseen} from './plain-text.js';
import {parentElement, type Styled, sheetsOf, stylesIn} from './style-sheets.js';

/** How a text looks to a reader, as far as emk can tell. */
export type Looks = ReturnType<typeof looksIn>;

/** Works out how elements of a mail look: from their own styles, its style sheets, and what is around them. */
export function looksIn(elements: readonly Element[]) {
  const styled = stylesIn(sheetsOf(elements));
  const styleValue = (element: Element, property: string): string | undefined => {
    const found = styled(element, property);
    return typeof found === 'object' ? found.value.toLowerCase() : undefined;
  };
  /** Pixels; undefined if it depends on what emk cannot tell. */
  const sizeOf = (element: Element | undefined): number | undefined => {
    if (!element) return USUAL;
    if (styled(element, 'font-size') === 'unknown') return undefined;
    const size = styleValue(element, 'font-size') ?? sizeInFont.exec(styleValue(element, 'font') ?? '')?.[1];
    if (size === undefined) return sizes.get(element.tagName) ?? sizeOf(parentElement(element));
    return inPixels(size, () => sizeOf(parentElement(element)));
  };
  const isBold = (element: Element | undefined): boolean => {
    if (!element) return false;
    const weight = styleValue(element, 'font-weight');
    if (weight !== undefined) return /^(?:bold|[6-9]00)/.test(weight);
    return bold.has(element.tagName) || isBold(parentElement(element));
  };
  /** Whether the element itself is hidden. The elements around it do not count. */
  const hides = (element: Element): boolean =>
    isUnseen(element) ||
    styleValue(element, 'display') === 'none' ||
    styleValue(element, 'visibility') === 'hidden' ||
    /^0(?:\.0+)?%?$/.test(styleValue(element, 'opacity') ?? '') ||
    isZero(styleValue(element, 'max-height')) ||
    (styleValue(element, 'overflow') === 'hidden' &&
      (isZero(styleValue(element, 'height')) || isZero(styleValue(element, 'width'))));
  const ink = (element: Element): Colour | undefined => inherited(element, at => inkOf(at, styled), BLACK);
  const ground = (element: Element): Colour | undefined => inherited(element, at => groundOf(at, styled), WHITE);
  const contrast = (element: Element): number | undefined => {
    const [text, behind] = [ink(element), ground(element)];
    return text && behind && contrastOf(text, behind);
  };
  /** Large text may have less contrast. Text of a size that emk cannot tell may be large. */
  const isLarge = (element: Element): boolean => {
    const size = sizeOf(element) ?? LARGE;
    return size >= LARGE || (size >= LARGE_IF_BOLD && isBold(element));
  };
  return {sizeOf, hides, ink, ground, contrast, isLarge};
}

const isZero = (size = ''): boolean => /^0(?:\.0+)?(?:px|em|%)?$/.test(size);

const sizeInFont = /(?:^|\s)([\d.]+(?:px|pt|em|%))/;

function inPixels(size: string, around: () => number | undefined): number | undefined {
  const [, number, unit] = /^([\d.]+)(px|pt|em|%|)$/.exec(size.trim()) ?? [];
  if (number === undefined || (unit === '' && Number(number) !== 0)) return undefined;
  if (unit === 'pt') return (Number(number) * 4) / 3;
  if (unit === 'px' || unit === '') return Number(number);
  const outer = around();
  return outer === undefined ? undefined : (outer * Number(number)) / (unit === '%' ? 100 : 1);
}

/** A colour; undefined if the element names none, `unknown` if it is uncertain. */
type Told = Colour | 'unknown' | undefined;
type StyleOf = (element: Element, property: string) => Styled;

/** The colour from the element or the nearest element around it that names one. */
function inherited(element: Element, told: (element: Element) => Told, otherwise: Colour): Colour | undefined {
  for (let at: Element | undefined = element; at; at = parentElement(at)) {
    const colour = told(at);
    if (colour === 'unknown') return undefined;
    if (colour) return colour;
  }
  return otherwise;
}

function inkOf(element: Element, styled: StyleOf): Told {
  const colour =
    styled(element, 'color') ?? valueIn(element.tagName === 'font' ? attributeOf(element, 'color') : undefined);
  if (colour === undefined) return element.tagName === 'a' ? 'unknown' : undefined;
  return colour === 'unknown' || colour.value === 'inherit' ? toTold(colour) : (readColour(colour.value) ?? 'unknown');
}

const toTold = (colour: Styled): Told => (colour === 'unknown' ? 'unknown' : undefined);

function groundOf(element: Element, styled: StyleOf): Told {
  const isPicture =
    attributeOf(element, 'background') !== undefined || styled(element, 'background-image') !== undefined;
  if (isPicture) return 'unknown';
  const colour =
    styled(element, 'background-color') ?? styled(element, 'background') ?? valueIn(attributeOf(element, 'bgcolor'));
  if (colour === undefined || colour === 'unknown') return colour;
  if (/^(?:transparent|none|inherit)$/i.test(colour.value)) return undefined;
  return readColour(colour.value) ?? 'unknown';
}

const valueIn = (value: string | undefined): Styled => (value === undefined ? undefined : {value});

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** The sizes of text in browsers and mail programs, in pixels. */
const USUAL = 16;
const sizes: ReadonlyMap<string, number | undefined> = new Map([
  ['h1', 32],
  ['h2', 24],
  ['h3', 18.72],
  ['h4', 16],
]);
const bold: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'strong', 'th']);

/** Large text in the guidelines for accessible pages: 18 points, or 14 points in bold. */
const LARGE = 24;
const LARGE_IF_BOLD = 18.66;
