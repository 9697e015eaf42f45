import {attributeOf, type Element, elementsIn, parseHtml} from './parse.js';
import {escapeHtml} from './text.js';

/** What web statistics learn about a click: its source, and its mailing. */
type Mark = {readonly source: string; readonly campaign: string};

/** Reads `newsletter/may`. */
export function readMark(text: string): Mark {
  const [source = '', ...campaign] = text.split('/');
  return {source: source.trim(), campaign: campaign.join('/').trim()};
}

/** Marks the links of a mail that lead to a page. Existing parameters and the place in the page stay. */
export function markLinks(html: string, mark: Mark): string {
  const parts: string[] = [];
  let at = 0;
  for (const link of pageLinks(html)) {
    const place = link.sourceCodeLocation?.attrs?.['href'];
    if (!place) continue;
    parts.push(
      html.slice(at, place.startOffset),
      `href="${escapeHtml(marked(attributeOf(link, 'href') ?? '', mark))}"`,
    );
    at = place.endOffset;
  }
  return withMarkedDrawings([...parts, html.slice(at)].join(''), mark);
}

/** Marks the buttons that Outlook draws, too: they are in comments, which no parser of HTML reads. */
const withMarkedDrawings = (html: string, mark: Mark): string =>
  html.replaceAll(
    /(<v:[^>]* href=")(https?:\/\/[^\s("][^"]*)/gi,
    (_, before: string, address: string) => `${before}${escapeHtml(marked(address.replaceAll('&amp;', '&'), mark))}`,
  );

/** Links to web pages. The unsubscribe link and others that begin with a tag belong to the service. */
const pageLinks = (html: string): readonly Element[] =>
  [...elementsIn(parseHtml(html))].filter(
    element =>
      ['a', 'area'].includes(element.tagName) && /^\s*https?:\/\/[^\s(]/i.test(attributeOf(element, 'href') ?? ''),
  );

function marked(address: string, {source, campaign}: Mark): string {
  const [, before = '', place = ''] = /^([^#]*)(#.*)?$/s.exec(address.trim()) ?? [];
  const there = queryOf(address);
  const added = Object.entries({utm_source: source, utm_medium: 'email', utm_campaign: campaign})
    .filter(([name]) => !there.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (added.length === 0) return address;
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${before}${joint}${added.join('&')}${place}`;
}

const queryOf = (address: string): URLSearchParams => new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? '');
