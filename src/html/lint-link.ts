import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {excerpt} from './excerpt.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {type Reach, reachOf, respelt} from './reach.js';

/** The names of places in a mail that links can lead to. */
export type Targets = ReadonlySet<string | undefined>;

export function* lintLink(element: Element, targets: Targets): Generator<Finding> {
  const href = attributeOf(element, 'href');
  if (href === undefined) {
    const isTarget = ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
    if (!isTarget) yield {...leadsNowhere('This link has no address.'), ...placeOf(element)};
    return;
  }
  const reach = reachOf(href);
  if (reach === 'anchor' && targets.has(href.trim().slice(1))) return;
  const told = troubles[reach]?.(excerpt(href), respelt(href));
  if (told) yield {...told, ...placeOf(element, 'href')};
}

const leadsNowhere = (says: string): Finding =>
  error('link-empty', says, 'Add the full address, starting with https://');

/** The words for each kind of address that readers cannot or should not follow. */
const troubles: {readonly [reach in Reach]?: (address: string, corrected: string) => Finding} = {
  nothing: address => leadsNowhere(`This link leads nowhere${address ? `: href="${address}"` : ''}.`),
  anchor: address => leadsNowhere(`Nothing in the mail is called ${address}, so this link leads nowhere.`),
  relative: address =>
    error(
      'link-relative',
      `The address of this link is incomplete: ${address}.`,
      'Links in mail need the full address, starting with https://',
    ),
  misspelt: (address, corrected) =>
    error(
      'link-misspelt',
      `This link starts with a typo, so it opens nothing: ${address}.`,
      `Did you mean ${excerpt(corrected)}?`,
    ),
  broken: address => error('link-broken', `This address cannot be opened: ${address}.`, 'Fix the address.'),
  here: address =>
    error(
      'link-localhost',
      `This link leads to your own machine or network: ${address}.`,
      'Write the address of the public page.',
    ),
  http: address =>
    warning('link-http', `This link is not encrypted: ${address}.`, 'Use https:// if the page supports it.'),
  code: address =>
    error('script', `This link is code, which no mail program runs: ${address}.`, 'Add the address it should open.'),
  data: address =>
    error(
      'link-broken',
      `This link contains data, which no mail program opens: ${address}.`,
      'Put the file on a web server, and name its address.',
    ),
};
