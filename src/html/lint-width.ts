import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {counted, plural} from '../words/count.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {inlineStyle, sheetsOf} from './style-sheets.js';

/** Finds the widest part that a phone cannot show in full. Any style for narrow screens is assumed to fix this. */
export function* lintWidth(elements: readonly Element[]): Generator<Finding> {
  if (/@media[^{]*(?:max-(?:device-)?width|width\s*<)/i.test(sheetsOf(elements))) return;
  const [widest, ...others] = elements
    .map(element => ({element, width: fixedWidth(element)}))
    .filter(({width}) => width > PHONE)
    .sort((one, other) => other.width - one.width);
  if (!widest) return;
  const {element, width} = widest;
  yield warning(
    'too-wide',
    `This <${element.tagName}> is ${width} pixels wide${others.length > 0 ? `, and ${counted(others.length, 'other part')} ${plural(others.length, 'is', 'are')} too wide` : ''}: on a phone, people would have to scroll sideways.`,
    `Write style="width:100%;max-width:${width}px" on it.`,
    placeOf(element),
  );
}

/** The fixed width of an element in pixels; 0 if it is flexible. */
function fixedWidth(element: Element): number {
  const least = pixels(inlineStyle(element, 'min-width'));
  const width =
    inlineStyle(element, 'width') ?? (sized.has(element.tagName) ? attributeOf(element, 'width') : undefined);
  const most = inlineStyle(element, 'max-width');
  const givesWay = most !== undefined && (/%|vw/.test(most) || pixels(most) <= PHONE);
  return Math.max(least, givesWay ? 0 : pixels(width));
}

const pixels = (text = ''): number => Number(/^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/i.exec(text)?.[1] ?? 0);

const sized = new Set(['table', 'td', 'th', 'img']);

/** Wider than almost any phone. */
const PHONE = 480;
