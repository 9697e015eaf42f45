import {elementsIn, parseHtml} from '../../src/html/parse.js';

/** The structure of a page, without its texts. */
export const elementsOf = (page: string): string[] =>
  [...elementsIn(parseHtml(page))].map(({tagName, attrs}) => `${tagName} ${attrs.map(({name}) => name).join(' ')}`);
