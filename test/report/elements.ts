import {elementsIn, parseHtml} from '../../src/html/parse.js';

/** How a page is made, without the texts in it. */
export const elementsOf = (page: string): string[] =>
  [...elementsIn(parseHtml(page))].map(({tagName, attrs}) => `${tagName} ${attrs.map(({name}) => name).join(' ')}`);
