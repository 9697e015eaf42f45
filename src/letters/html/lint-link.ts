import {lookUp} from '../../core/words/values.js';
import {error, warning} from '../../records/fields/finding.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {attributeOf, type Element, elementsIn, type Place, placeOf} from './parse.js';
import {hasContent, visibleText} from './plain-text.js';
import {excerpt} from './text.js';

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

export function* lintImage(element: Element): Generator<Finding> {
  const address = attributeOf(element, 'src')?.trim();
  const told = addressTrouble(address);
  if (told) yield {...told, ...placeOf(element, 'src')};
  else if (address && isExample(address)) yield exampleDomain(address, placeOf(element, 'src'));
  if (attributeOf(element, 'alt') === undefined && !isPixel(element)) {
    yield warning(
      'image-alt',
      `This picture has no alt text${address ? `: ${excerpt(address)}` : ''}.`,
      'Add alt="…" that says what it shows, or alt="" if it is only decoration.',
      placeOf(element),
    );
  }
}

/** Whether a picture only measures or fills space, so that it needs no alternative text. */
export const isPixel = (element: Element): boolean =>
  ['width', 'height'].some(side => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, side) ?? ''));

function addressTrouble(address = ''): Finding | undefined {
  switch (reachOf(address)) {
    case 'nothing':
      return error('image-empty', 'This picture has no address.', 'Add src="https://…".');
    case 'data':
      return warning(
        'image-data',
        'This picture is written into the mail as data, which Gmail and Outlook do not show.',
        'Put it on a web server, and name its address.',
      );
    case 'here':
      return error(
        'image-localhost',
        `This picture is on your own machine or network: ${excerpt(address)}.`,
        'Put it on a public web server.',
      );
    case 'relative':
      return error(
        'image-relative',
        `The address of this picture is incomplete: ${excerpt(address)}.`,
        'Pictures in mail need the full address, starting with https://',
      );
    case 'broken':
      return error(
        'image-broken',
        `The address of this picture cannot be opened: ${excerpt(address)}.`,
        'Fix the address.',
      );
    case 'http':
      return warning(
        'image-http',
        `This picture comes over http: ${excerpt(address)}. Some mail programs do not show it.`,
        'Write https://.',
      );
    default:
      return undefined;
  }
}

/** Where an address in a mail leads, for a reader on another machine. */
type Reach = 'web' | 'http' | 'here' | 'relative' | 'data' | 'code' | 'anchor' | 'nothing' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and a tag at its beginning as a whole address. */
function reachOf(written: string): Reach {
  const address = written.trim();
  if (address === '' || address === '#') return 'nothing';
  if (/^\(\(|^\{\{|^\*\|/.test(address)) return 'web';
  if (address.startsWith('#')) return 'anchor';
  if (address.startsWith('//')) return 'relative';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme === undefined || /^[a-z]$/.test(scheme)) return 'relative';
  if (scheme !== 'http' && scheme !== 'https') return lookUp(reachBySchemes, scheme) ?? otherReach(scheme, address);
  return reachOnTheWeb(scheme, address);
}

const reachBySchemes: Readonly<Record<string, Reach>> = {
  data: 'data',
  file: 'here',
  javascript: 'code',
  vbscript: 'code',
};

function otherReach(scheme: string, address: string): Reach {
  if (isHostWithPort(address)) return 'relative';
  return mistypedScheme.test(scheme) ? 'broken' : 'other';
}

/** Such as `htp` and `htttps`. */
const mistypedScheme = /^h+[tps]+$/;

function reachOnTheWeb(scheme: 'http' | 'https', address: string): Reach {
  if (!/^https?:\/\/(?!\/)/i.test(address)) return 'broken';
  const host = hostOf(address.replaceAll(/\(\([^()]*\)\)/g, 'x'));
  if (host === undefined) return 'broken';
  if (isNear(host)) return 'here';
  return scheme === 'http' ? 'http' : 'web';
}

/** Whether an address is like `example.com:8080`, which URL parsers take for a scheme. */
const isHostWithPort = (address: string): boolean => /^[\w.-]+:\d+(?:[/?#]|$)/.test(address);

/** Whether an address leads to a domain that only examples have. */
const isExample = (address: string): boolean =>
  /^https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|(?:your|my)-?(?:domain|company|site|website|shop|store|brand)\.\w+|(?:domain|website|company(?:name)?)\.com)(?:[/?#:]|$)/i.test(
    address.trim(),
  );

/** The finding for such an address. */
const exampleDomain = (address: string, place: Place | undefined): Finding =>
  warning(
    'example-domain',
    `This address is only an example: ${excerpt(address)}.`,
    'Write the address of the real page or picture.',
    place,
  );

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}

/** Whether a host is this machine or in a private network. */
const isNear = (host: string): boolean =>
  /^(?:localhost|.+\.(?:localhost|local|test|internal)|0\.0\.0\.0|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1?\])$/i.test(
    host,
  );
