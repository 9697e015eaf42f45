import {attributeOf, type Element, textOf} from './parse.js';

/** The style sheets inside a mail, as one text. */
export const sheetsOf = (elements: readonly Element[]): string =>
  elements
    .filter(({tagName}) => tagName === 'style')
    .flatMap(({childNodes}) => childNodes.map(node => textOf(node) ?? ''))
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, ' ');

/** The value of an inline style; the last one counts, as in a mail program. */
export function inlineStyle(element: Element, property: string): string | undefined {
  const styles = (attributeOf(element, 'style') ?? '').split(';').map(one => {
    const [name = '', ...value] = one.split(':');
    return [name.trim().toLowerCase(), value.join(':').trim()] as const;
  });
  return styles.findLast(([name]) => name === property)?.[1].replace(/\s*!important$/i, '');
}

/** Says whether a style sheet may give an element a property. A rule applies by the last part of its selector. */
export function styledBy(sheets: string, property: RegExp): (element: Element) => boolean {
  const selectorParts = new Set<string>();
  for (const [, selectors = '', body = ''] of sheets.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!body.split(';').some(one => property.test((one.split(':')[0] ?? '').trim()))) continue;
    for (const selector of selectors.split(',')) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      for (const part of last.match(/[.#]?[\w-]+|\*/g) ?? []) selectorParts.add(part.toLowerCase());
    }
  }
  return element => {
    const classes = (attributeOf(element, 'class') ?? '').split(/\s+/).map(name => `.${name}`);
    return ['*', element.tagName, `#${attributeOf(element, 'id')}`, ...classes].some(name =>
      selectorParts.has(name.toLowerCase()),
    );
  };
}
