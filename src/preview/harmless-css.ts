import type {Scheme} from './scheme.js';

/**
Styles that fetch nothing, for one colour scheme. The scheme is written into them because a frame would take that of the
whole system, and both are to be seen on one page.
*/
export const harmlessCss = (css: string, scheme: Scheme): string =>
  inScheme(unescaped(css), scheme)
    .replaceAll(/@import\b[^;]*(?:;|$)/gi, '')
    .replaceAll(/url\(\s*(?:"[^"]*"|'[^']*'|[^)"']*)\s*\)/gi, whole =>
      /^url\(\s*["']?\s*data:/i.test(whole) ? whole : 'none',
    );

/** A media query whose question about the colour scheme is answered. */
export const inScheme = (query: string, scheme: Scheme): string =>
  query.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  );

/** Letters of a style sheet may be written as codes, which say the same and hide a word from a search. */
const unescaped = (css: string): string =>
  css
    .replaceAll(/\\0{0,4}([46][1-9a-f]|[57][0-9a])(?![0-9a-f])\s?/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/\\([g-z])/gi, '$1');
