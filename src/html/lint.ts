import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {counted, plural} from '../words/sentence.js';
import {lintContrast} from './lint-contrast.js';
import {lintElement} from './lint-element.js';
import {lintHidden} from './lint-hidden.js';
import {lintPage} from './lint-page.js';
import {lintPrograms} from './lint-programs.js';
import {lintSplitTags, lintTags} from './lint-tags.js';
import {lintWeight, type SizeOf} from './lint-weight.js';
import {looksIn} from './looks.js';
import {programsOf} from './mail-programs.js';
import {attributeOf, type Element, elementsIn, parseHtml, piecesOf, placeOf} from './parse.js';
import {wordsIn} from './plain-text.js';
import {textForReaders} from './read-text.js';
import {inlineStyle, sheetsOf} from './style-sheets.js';
import {unbalanced} from './unbalanced.js';

/**
 * Finds what a marketer should fix before sending. An error is something that readers see broken, that keeps them from
 * unsubscribing, or that gets the mail refused; a warning is something that only some readers notice.
 */
export function lintHtml(html: string, {tags, programs, sizeOf = () => undefined}: Known): readonly Finding[] {
  const page = parseHtml(html);
  const read = piecesOf(html);
  const {pieces, openComment} = read;
  const text = textForReaders(html, read);
  const elements = [...elementsIn(page)];
  const targets = new Set(elements.flatMap(element => ['id', 'name'].map(name => attributeOf(element, name))));
  const looks = looksIn(elements);
  const findings = [
    ...lintPage({html, page, text, elements}),
    ...lintWidth(elements),
    ...lintWeight(elements, sizeOf),
    ...lintContrast(page, looks),
    ...lintHidden(page, elements, looks),
    ...lintPrograms({html, elements, programs: programs ?? programsOf(undefined)}),
    ...elements.flatMap(element => [...lintElement(element, targets)]),
    ...(tags ? lintTags(text, tags) : []),
    ...lintSplitTags(wordsIn(page), html, tags ?? []),
    ...unbalanced(pieces, openComment),
  ];
  return inOrder(findings);
}

/** What is known besides the text: the account's tags, unless they are looked for in its source, and the sizes of picture files. */
type Known = {
  readonly tags?: readonly string[] | undefined;
  readonly sizeOf?: SizeOf | undefined;
  /** The mail programs that count; all of them without a choice. */
  readonly programs?: ReadonlySet<string> | undefined;
};

/** Findings in the order of the text. Those about the whole mail come first. */
export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0));

/** Finds the widest part that a phone cannot show in full. Any style for narrow screens is assumed to fix this. */
function* lintWidth(elements: readonly Element[]): Generator<Finding> {
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
