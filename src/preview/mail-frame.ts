import {escapeHtml} from '../html/escape.js';
import {isPixel} from '../html/lint-image.js';
import {attributeOf, type Element, elementsIn, parseHtml} from '../html/parse.js';
import {attributesOf, serialize} from '../html/serialize.js';
import {wordSet} from '../words/word-set.js';
import {harmlessCss, inScheme} from './harmless-css.js';
import type {Scheme} from './scheme.js';

/**
 * A mail as the content of a frame, as a mail program in this scheme shows it. It keeps only elements, attributes and
 * styles that are known to run, fetch and follow nothing; the frame is isolated as well.
 */
export function mailFrame(html: string, scheme: Scheme): string {
  return serialize(parseHtml(html), {
    drops: element => silentElements.has(element.tagName) || !isHtml(element),
    keeps: ({tagName}) => shownElements.has(tagName),
    attributes: element => attributesFor(element, scheme),
    css: text => harmlessCss(text, scheme),
    headStarts: `<meta charset="utf-8"><style>:root{color-scheme:${scheme}}body{margin:8px}</style>`,
    headEnds: `<style>:root{color-scheme:${scheme} !important}a[title]{cursor:help}</style>`,
  });
}

/** How many pictures of a mail are on other servers, and so are missing in a preview. */
export const countPictures = (html: string): number =>
  [...elementsIn(parseHtml(html))].filter(element => element.tagName === 'img' && !isPixel(element) && !isData(element))
    .length;

function attributesFor(element: Element, scheme: Scheme): Record<string, string> {
  const {tagName} = element;
  const kept = Object.entries(attributesOf(element)).filter(
    ([name]) => shownAttributes.has(name) || /^aria-[a-z]+$/.test(name),
  );
  const attributes = Object.fromEntries(kept);
  if (attributes['style']) attributes['style'] = harmlessCss(attributes['style'], scheme);
  if (attributes['media']) attributes['media'] = inScheme(attributes['media'], scheme);
  if (tagName === 'img') attributes['src'] = pictureFor(element);
  if (tagName === 'a' || tagName === 'area') return {...attributes, ...linkFor(element)};
  return attributes;
}

/** Whether an element is HTML. SVG and MathML have other rules, by which the same names may fetch something. */
const isHtml = ({namespaceURI}: Element): boolean => namespaceURI === 'http://www.w3.org/1999/xhtml';

/** A link that leads nowhere here and shows where it would lead. */
function linkFor(element: Element): Record<string, string> {
  const href = attributeOf(element, 'href');
  if (href === undefined) return {};
  return href.startsWith('#') ? {href} : {href: '#', title: href};
}

function pictureFor(element: Element): string {
  if (isData(element)) return attributeOf(element, 'src') ?? nothingSeen;
  if (isPixel(element)) return nothingSeen;
  const src = attributeOf(element, 'src') ?? '';
  const words = attributeOf(element, 'alt')?.trim() || (src.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
  return placeholder(words, {width: sideOf(element, 'width'), height: sideOf(element, 'height')});
}

const isData = (element: Element): boolean => /^\s*data:image\//i.test(attributeOf(element, 'src') ?? '');

function sideOf(element: Element, side: 'width' | 'height'): number | undefined {
  const [, digits] = /^\s*(\d{1,4})(?:px)?\s*$/.exec(attributeOf(element, side) ?? '') ?? [];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** A grey box in place of a picture, with the picture's alternative text. */
function placeholder(
  words: string,
  {width = 600, height = 200}: {width?: number | undefined; height?: number | undefined},
): string {
  const room = Math.max(0, Math.floor(width / 8) - 2);
  const letters = [...words.replaceAll(/\p{Cc}|\p{Cs}/gu, '')];
  const shown = letters.length > room ? `${letters.slice(0, Math.max(0, room - 1)).join('')}…` : letters.join('');
  const label =
    height < 20 || room < 3
      ? ''
      : `<text x="50%" y="50%" fill="#3d4650" font-family="sans-serif" font-size="13" text-anchor="middle" dominant-baseline="middle">${escapeHtml(shown)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#dde1e6"/><rect x=".5" y=".5" width="${Math.max(0, width - 1)}" height="${Math.max(0, height - 1)}" fill="none" stroke="#a3acb5" stroke-dasharray="4"/>${label}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const nothingSeen = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Elements that a mail program shows. All others lose their tags; those in `silent` are dropped with their content. */
const shownElements =
  wordSet(`html head title style body div p span center font a img br hr wbr table caption colgroup col thead tbody tfoot tr td th
h1 h2 h3 h4 h5 h6 ul ol li dl dt dd dir menu b i u s em strong small big strike tt sub sup mark del ins abbr acronym address
blockquote q cite code pre kbd samp var dfn bdi bdo time ruby rt rp article section header footer main nav aside figure figcaption
details summary map area form fieldset legend label input button select optgroup option textarea`);

/** Elements whose content is for programs, or for programs that lack a feature. */
const silentElements = wordSet(
  'script noscript iframe noframes noembed object embed applet template svg math audio canvas portal frameset',
);

/** Attributes for looks or meaning. None of them names anything to fetch. */
const shownAttributes =
  wordSet(`style class id title dir lang role hidden align valign width height bgcolor color border bordercolor cellpadding cellspacing colspan rowspan
rules frame span scope headers abbr nowrap noshade hspace vspace clear face size alt text link vlink alink marginwidth marginheight leftmargin topmargin
start reversed type value name for checked disabled selected multiple readonly placeholder label rows cols maxlength open datetime media shape coords tabindex`);
