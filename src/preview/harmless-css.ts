import {wordSet} from '../words/word-set.js';
import type {Scheme} from './scheme.js';

/** Styles that fetch nothing, for one colour scheme, because both schemes appear on one page. */
export const harmlessCss = (css: string, scheme: Scheme): string =>
  inScheme(cleaned(css.replaceAll(/\r\n?|\f/g, '\n')), scheme);

/** A media query with the condition on the colour scheme decided. */
export const inScheme = (query: string, scheme: Scheme): string =>
  query.replaceAll(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  );

/** Reads a style sheet like a browser, and drops every function or rule that is not known to fetch nothing. */
function cleaned(css: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < css.length) {
    const {text, name, end} = pieceAt(css, at);
    at = end;
    if (name?.endsWith('(')) {
      const kept = callOf(css, name.slice(0, -1), end);
      if (kept.end >= 0) {
        parts.push(kept.text, /^[^\s;,)}!/]/.test(css.slice(kept.end, kept.end + 1)) ? apart : '');
        at = kept.end;
        continue;
      }
    }
    if (name?.startsWith('@') && !harmlessRules.has(name.slice(1))) at = endOfRule(css, end, parts);
    else parts.push(name ?? text);
  }
  return parts.join('');
}

/**
 * What to write for a function call, and where to continue; -1 for a harmless one, whose arguments are read normally.
 */
function callOf(css: string, name: string, from: number): {readonly text: string; readonly end: number} {
  if (harmlessFunctions.has(name)) return {text: '', end: -1};
  if (name !== 'url') return {text: 'none', end: endOfBlock(css, from, ')')};
  const address = /\s*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|([^"'()\\\s]*))\s*\)/y;
  address.lastIndex = from;
  const [whole, doubleQuoted, singleQuoted, bare = ''] = address.exec(css) ?? [];
  if (whole === undefined) return {text: 'none', end: endOfUrl(css, from)};
  const url = doubleQuoted ?? singleQuoted ?? bare;
  const isPicture = /^data:image\/[\w.+-]+[;,]/i.test(url) && !url.includes('"');
  return {text: isPicture ? `url("${url}")` : 'none', end: from + whole.length};
}

/** An empty comment for dropped parts: a space could become part of an escape before it. */
const apart = '/**/';

type Piece = {
  readonly text: string;
  /** A function such as `url(` or a rule such as `@import`, in small letters and without escapes. */
  readonly name?: string | undefined;
  readonly end: number;
};

/** The next piece of a style sheet: a comment, a string, a word with what follows it, or a single character. */
function pieceAt(css: string, from: number): Piece {
  const rest = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = from;
    return pattern.exec(css)?.[0];
  };
  const comment = rest(/\/\*[\s\S]*?(?:\*\/|$)/y);
  if (comment !== undefined) return {text: apart, end: from + comment.length};
  const string = rest(/"(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|\\?$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|\\?$)/y);
  if (string !== undefined) return {text: closed(string), end: from + string.length};
  const word = rest(/@?(?:[\w-]|[^\0-\x7f]|\\[0-9a-f]{1,6}(?:\r\n|\s)?|\\[^\n\r\f0-9a-f])+\(?/iy);
  if (word === undefined) return {text: (css[from] ?? '').replace(/[@\\]/, apart), end: from + 1};
  const isName = word.startsWith('@') || word.endsWith('(');
  return {text: word, name: isName ? plainWord(word) : undefined, end: from + word.length};
}

/** A string closed where a browser closes it, so that nothing after it becomes part of it. */
const closed = (string: string): string =>
  string.length > 1 && string.endsWith(string[0] ?? '') ? string : `${string.replace(/\\$/, '')}${string[0]}`;

/** A word without escapes, which can hide its letters. */
const plainWord = (word: string): string =>
  word
    .replaceAll(/\\([0-9a-f]{1,6})(?:\r\n|\s)?/gi, (_, code: string) => {
      const number = Number.parseInt(code, 16);
      return number > 0x20 && number < 0x7f ? String.fromCharCode(number) : '';
    })
    .replaceAll('\\', '')
    .toLowerCase();

/** The end of a dropped rule: after its semicolon, or after its block. */
function endOfRule(css: string, from: number, parts: string[]): number {
  parts.push(apart);
  for (let at = from; at < css.length; ) {
    const {text, end} = pieceAt(css, at);
    if (text === ';') return end;
    if (text === '{') return endOfBlock(css, end, '}');
    if (text === '}') return at;
    at = text.endsWith('(') ? endOfBlock(css, end, ')') : end;
  }
  return css.length;
}

/** The end of a block, found without recursion: a thousand open brackets would overflow the stack. */
function endOfBlock(css: string, from: number, sign: ')' | '}'): number {
  const open: string[] = [sign];
  let at = from;
  while (at < css.length && open.length > 0) {
    const {text, end} = pieceAt(css, at);
    if (text.endsWith('(')) open.push(')');
    else if (text === '{') open.push('}');
    else if (text === '[') open.push(']');
    else if (text === open.at(-1)) open.pop();
    at = end;
  }
  return at;
}

/** The end of an address. A broken one ends at the next bracket, whatever comes before it. */
function endOfUrl(css: string, from: number): number {
  const string = /\s*["']/y;
  string.lastIndex = from;
  if (string.test(css)) return endOfBlock(css, from, ')');
  const end = /(?:[^)\\]|\\[\s\S])*(?:\)|$)/y;
  end.lastIndex = from;
  return from + Math.max(1, end.exec(css)?.[0].length ?? 0);
}

/** CSS functions that only calculate, draw or choose: none of them can fetch anything. */
const harmlessFunctions =
  wordSet(`rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark device-cmyk var env attr calc min max clamp round mod rem abs sign sin cos tan pow sqrt hypot log exp
linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient -webkit-gradient -moz-linear-gradient -moz-radial-gradient -o-linear-gradient from to color-stop
matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx skewy translate translate3d translatex translatey translatez
cubic-bezier steps linear counter counters rect inset circle ellipse polygon path minmax repeat fit-content format
blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia alpha
not is where has matches any -webkit-any -moz-any lang dir host slotted nth-child nth-last-child nth-of-type nth-last-of-type selector and or only`);

/** CSS rules that contain other rules or descriptions, without `@import`. */
const harmlessRules = wordSet(
  'media supports keyframes -webkit-keyframes -moz-keyframes -o-keyframes font-face page layer container viewport -ms-viewport -o-viewport',
);
