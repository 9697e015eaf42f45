import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {excerpt} from './excerpt.js';
import {hasContent} from './lint-styles.js';
import {attributeOf, type Element, elementsIn, placeOf} from './parse.js';
import {visibleText} from './plain-text.js';
import {exampleDomain, isExample, type Reach, reachOf} from './reach.js';

/** The names of places in a mail that links can lead to. */
export type Targets = ReadonlySet<string | undefined>;

/** Finds what is wrong with one link: where it leads, and what readers see of it. */
export function* lintLink(element: Element, targets: Targets): Generator<Finding> {
  const href = attributeOf(element, 'href');
  if (href === undefined) {
    const isTarget = ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
    if (!isTarget) yield {...leadsNowhere('This link has no address.'), ...placeOf(element)};
    return;
  }
  const reach = reachOf(href);
  if (reach === 'anchor' && targets.has(href.trim().slice(1))) return;
  const told = troubles[reach]?.(excerpt(href));
  if (told) yield {...told, ...placeOf(element, 'href')};
  else yield* lintAddress(element, href.trim());
  if (element.tagName === 'a') yield* lintFace(element, href);
}

/** Finds addresses that lead somewhere, but not where they should. */
function* lintAddress(element: Element, address: string): Generator<Finding> {
  const at = placeOf(element, 'href');
  const wrong = wrongRecipient(address);
  if (wrong !== undefined)
    yield error('link-broken', `This link writes to "${wrong}", which is no email address.`, 'Fix the address.', at);
  if (/^https?:/i.test(address) && /\s/.test(address))
    yield warning(
      'link-blank',
      `There is a blank in this address, where some mail programs end it: ${excerpt(address)}.`,
      'Remove it, or write %20.',
      at,
    );
  if (isExample(address)) yield exampleDomain(address, at);
}

/** Finds links that readers do not see, or take for another one. */
function* lintFace(element: Element, href: string): Generator<Finding> {
  const text = visibleText(element);
  const shown = hostIn(text);
  const host = hostIn(href);
  if (shown !== undefined && host !== undefined && siteOf(shown) !== siteOf(host))
    yield warning(
      'link-other-domain',
      `This link shows ${shown} and leads to ${host}. Filters and readers take that for phishing.`,
      'Show words in place of the address, or the address it leads to.',
      placeOf(element),
    );
  if (text !== '' || !/^(?:https?:|mailto:|\(\()/i.test(href.trim())) return;
  const pictures = [...elementsIn(element)].filter(({tagName}) => tagName === 'img');
  if (pictures.length > 0 && pictures.every(picture => attributeOf(picture, 'alt')?.trim() === ''))
    yield warning(
      'linked-image-alt',
      'This link is only a picture whose alt text is empty, so readers who block pictures see no link.',
      'Say in the alt text where the link leads.',
      placeOf(element),
    );
  else if (!hasContent(element))
    yield warning(
      'link-no-text',
      `Nothing of this link can be seen: ${excerpt(href)}.`,
      'Add its words, or remove it.',
      placeOf(element),
    );
}

/** The first recipient of a mailto link that is no address. Tags stand for addresses. */
function wrongRecipient(address: string): string | undefined {
  const [, recipients] = /^mailto:([^?]*)/i.exec(address) ?? [];
  if (recipients === undefined || recipients === '') return undefined;
  return recipients
    .split(',')
    .map(recipient => recipient.trim())
    .find(recipient => !/\(\(\w+\)\)|[{}|%]|^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(recipient));
}

/** The host of a text that is an address and nothing else. Names of files and products have dots too. */
function hostIn(text: string): string | undefined {
  const [, scheme = '', host = ''] =
    /^(https?:\/\/|www\.)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#:]\S*)?$/i.exec(text.trim()) ?? [];
  return host !== '' && (scheme !== '' || usualEndings.test(host)) ? host.toLowerCase() : undefined;
}

const usualEndings = /\.(?:com|org|net|de|fr|uk|it|es|nl|eu|at|ch|pl|be|se|us|ca|au|shop|store|example)$/i;

/** The part of a host that one owner has: `news.acme.co.uk` belongs to `acme.co.uk`. */
const siteOf = (host: string): string =>
  /[^.]+\.(?:(?:co|com|org|net|ac|gov)\.[a-z]{2}|[^.]+)$/.exec(host)?.[0] ?? host;

const leadsNowhere = (says: string): Finding =>
  error('link-empty', says, 'Add the full address, starting with https://');

/** The words for each kind of address that readers cannot or should not follow. */
const troubles: {readonly [reach in Reach]?: (address: string) => Finding} = {
  nothing: address => leadsNowhere(`This link leads nowhere${address ? `: href="${address}"` : ''}.`),
  anchor: address => leadsNowhere(`Nothing in the mail is called ${address}, so this link leads nowhere.`),
  relative: address =>
    error(
      'link-relative',
      `The address of this link is incomplete: ${address}.`,
      'Links in mail need the full address, starting with https://',
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
