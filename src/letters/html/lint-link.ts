import type {Finding} from '../../records/fields/finding.js';
import {found, sayingOf} from './found.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {excerpt} from './text.js';

/** The names of places in a mail that links can lead to. */
export type Targets = ReadonlySet<string | undefined>;

/** Finds what is wrong with one link: where it leads. */
export function* lintLink(element: Element, targets: Targets): Generator<Finding> {
  const href = attributeOf(element, 'href')?.trim();
  if (href === undefined) {
    const isTarget = ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
    if (!isTarget) yield found('link-empty', placeOf(element));
    return;
  }
  const reach = reachOf(href);
  if (reach === 'anchor' && targets.has(href.slice(1))) return;
  const at = placeOf(element, 'href');
  const trouble = sayingOf(`link-${reach}`);
  if (trouble) yield found(trouble, at, excerpt(href));
  else if (wrongRecipient(href)) yield found('link-broken', at, excerpt(href));
  else if (isExample(href)) yield found('example-domain', at, excerpt(href));
}

/** Finds what is wrong with one picture: where it is, and what readers learn of it who block pictures. */
export function* lintImage(element: Element): Generator<Finding> {
  const address = attributeOf(element, 'src')?.trim() ?? '';
  const at = placeOf(element, 'src');
  const trouble = sayingOf(`image-${reachOf(address)}`);
  if (trouble) yield found(trouble, at, excerpt(address));
  else if (isExample(address)) yield found('example-domain', at, excerpt(address));
  if (attributeOf(element, 'alt') === undefined && !isPixel(element))
    yield found('image-alt', placeOf(element), address === '' ? '' : `: ${excerpt(address)}`);
}

/** Whether a picture only measures or fills space, so that it needs no alternative text. */
export const isPixel = (element: Element): boolean =>
  ['width', 'height'].some(side => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, side) ?? ''));

/** Whether a mailto link has a recipient that is no address. Tags stand for addresses. */
function wrongRecipient(address: string): boolean {
  const [, recipients = ''] = /^mailto:([^?]*)/i.exec(address) ?? [];
  const isRight = /\(\(\w+\)\)|[{}|%]|^\s*[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+\s*$/;
  return recipients !== '' && recipients.split(',').some(recipient => !isRight.test(recipient));
}

/** Where an address in a mail leads, for a reader on another machine. */
type Reach = 'web' | 'http' | 'localhost' | 'relative' | 'data' | 'code' | 'anchor' | 'empty' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and a tag at its beginning as a whole address. */
function reachOf(address: string): Reach {
  if (address === '' || address === '#') return 'empty';
  if (/^\(\(|^\{\{|^\*\|/.test(address)) return 'web';
  if (address.startsWith('#')) return 'anchor';
  // A drive of Windows is no scheme, nor is a host with a port, which URL parsers take for one.
  if (!/^[a-z][a-z0-9+.-]+:/i.test(address) || /^(?!tel:|sms:)[\w.-]+:\d+(?:[/?#]|$)/i.test(address)) return 'relative';
  return schemes.find(([pattern]) => pattern.test(address))?.[1] ?? reachOnTheWeb(address);
}

const schemes: ReadonlyArray<readonly [RegExp, Reach]> = [
  [/^data:/i, 'data'],
  [/^file:/i, 'localhost'],
  [/^(?:javascript|vbscript):/i, 'code'],
  // Such as `htp:` and `htttps:`, and a single slash.
  [/^(?!https?:)h+[tps]+:|^https?:(?!\/\/[^/])/i, 'broken'],
  [/^(?!https?:)/i, 'other'],
];

function reachOnTheWeb(address: string): Reach {
  try {
    const {hostname, protocol} = new URL(address.replaceAll(/\(\([^()]*\)\)/g, 'x'));
    return isNear.test(hostname) ? 'localhost' : protocol === 'http:' ? 'http' : 'web';
  } catch {
    return 'broken';
  }
}

/** A host that is this machine or in a private network. */
const isNear =
  /^(?:localhost|.+\.(?:localhost|local|test|internal)|0\.0\.0\.0|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1?\])$/i;

/** Whether an address leads to a domain that only examples have. */
const isExample = (address: string): boolean =>
  /^https?:\/\/(?:[\w-]+\.)*(?:example\.(?:com|org|net)|(?:your|my)-?(?:domain|company|site|website|shop|store|brand)\.\w+|(?:domain|website|company(?:name)?)\.com)(?:[/?#:]|$)/i.test(
    address,
  );
