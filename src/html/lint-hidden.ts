import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {excerpt} from './excerpt.js';
import {HIDDEN, INVISIBLE} from './lint-contrast.js';
import type {Looks} from './looks.js';
import {attributeOf, type Element, isElement, type Node, placeOf, textOf, walk} from './parse.js';
import {isUnseen, visibleText} from './plain-text.js';
import {parentElement, sheetsOf} from './style-sheets.js';

/** Finds what readers cannot see: text that is hidden, except a preheader, and the way to unsubscribe. */
export function* lintHidden(page: Node, elements: readonly Element[], looks: Looks): Generator<Finding> {
  const isHidden = (element: Element): boolean => !isSeen(element, looks);
  const exits = elements.filter(
    element => element.tagName === 'a' && attributeOf(element, 'href')?.includes('((unsubscribe_preferences))'),
  );
  const [exit] = exits;
  if (exit && exits.every(link => isHidden(link) || !hasContent(link)))
    yield error(
      'hidden-unsubscribe',
      'Readers cannot see the link to unsubscribe, so they report the mail as spam instead.',
      'Show it in words, in a size and colour that people can read.',
      placeOf(exit),
    );
  const shownByQuery = queriedClasses(sheetsOf(elements));
  let isFirst = true;
  for (const {node, enters} of walk(page, isCode)) {
    const parent = 'parentNode' in node ? node.parentNode : null;
    if (!enters || !parent || !isElement(parent) || !/[\p{L}\p{N}]/u.test(textOf(node) ?? '')) continue;
    if (!isHidden(parent)) isFirst = false;
    // What comes before all else is the line that inboxes show below the subject.
    else if (!isFirst && !isShownByQuery(parent, shownByQuery)) {
      yield warning(
        'hidden-text',
        `Readers cannot see this text: ${excerpt(textOf(node) ?? '')}. Filters take hidden text for spam.`,
        'Remove it, or show it.',
        placeOf(parent),
      );
      return;
    }
  }
}

const isCode = (element: Element): boolean =>
  isUnseen(element) && attributeOf(element, 'style') === undefined && attributeOf(element, 'hidden') === undefined;

function isSeen(element: Element, {hides, sizeOf, contrast}: Looks): boolean {
  for (let at: Element | undefined = element; at; at = parentElement(at)) if (hides(at)) return false;
  return (sizeOf(element) ?? INVISIBLE + 1) > INVISIBLE && (contrast(element) ?? HIDDEN) >= HIDDEN;
}

/** Whether there is something to see and to click. */
export const hasContent = (element: Element): boolean =>
  visibleText(element) !== '' ||
  [...walk(element)].some(({node}) => isElement(node) && /^(?:img|svg|v:.*|input|button)$/.test(node.tagName));

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
