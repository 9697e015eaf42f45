import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {inHex} from './colour.js';
import type {Looks} from './looks.js';
import {type Element, isElement, type Node, placeOf, textOf, walk} from './parse.js';

/** Finds text that is hard to read on its background or too small, where its look is certain. */
export function* lintContrast(page: Node, looks: Looks): Generator<Finding> {
  const told = new Set<string>();
  for (const parent of textsIn(page, looks)) {
    const [contrast = LEAST, ink, ground, size = USUAL] = [
      looks.contrast(parent),
      looks.ink(parent),
      looks.ground(parent),
      looks.sizeOf(parent),
    ];
    if (size <= INVISIBLE) continue;
    if (size < SMALLEST && !told.has('small')) {
      told.add('small');
      yield warning(
        'tiny-text',
        `This text is ${size} pixels high, too small to read on a phone.`,
        'Use 14 pixels or more, and at least 11 for the small print.',
        placeOf(parent),
      );
    }
    const least = looks.isLarge(parent) ? LEAST_IF_LARGE : LEAST;
    // Text in the colour of its background is hidden on purpose.
    if (!ink || !ground || contrast >= least || contrast < HIDDEN) continue;
    const colours = `${inHex(ink)} on ${inHex(ground)}`;
    if (told.has(colours)) continue;
    told.add(colours);
    yield warning(
      'low-contrast',
      `This text is hard to read: ${colours} is a contrast of ${shown(contrast)}.`,
      `Choose colours with a contrast of at least ${least}.`,
      placeOf(parent),
    );
  }
}

/** The elements with a text that readers see. */
function* textsIn(page: Node, {hides}: Pick<Looks, 'hides'>): Generator<Element> {
  for (const {node, enters} of walk(page, hides)) {
    const parent = 'parentNode' in node ? node.parentNode : null;
    if (enters && parent && isElement(parent) && /[\p{L}\p{N}]/u.test(textOf(node) ?? '')) yield parent;
  }
}

/** Rounded down: 4.49 is less than 4.5. */
const shown = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

/** The least contrast for text in the guidelines for accessible pages. */
const LEAST = 4.5;
const LEAST_IF_LARGE = 3;

/** Below this contrast nobody sees the text. */
export const HIDDEN = 1.05;

/** In pixels: text of this height is hidden, and text below the other is too small. */
export const INVISIBLE = 2;
const SMALLEST = 9;
const USUAL = 16;
