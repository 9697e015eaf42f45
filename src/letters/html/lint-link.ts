import type {Finding} from '../../records/fields/finding.js';
import {found, sayingOf} from './found.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {excerpt} from './text.js';

/** Finds what is wrong with one link: where it leads. */
export function* lintLink(element: Element): Generator<Finding> {
  const href = attributeOf(element, 'href')?.trim();
  const isTarget = href === undefined && ['name', 'id'].some(name => attributeOf(element, name) !== undefined);
  const trouble = isTarget ? undefined : sayingOf(`link-${reachOf(href ?? '')}`);
  if (trouble) yield found(trouble, placeOf(element, 'href'), excerpt(href ?? ''));
}

/** Finds what is wrong with one picture: where it is, and what readers learn of it who block pictures. */
export function* lintImage(element: Element): Generator<Finding> {
  const address = attributeOf(element, 'src')?.trim() ?? '';
  const trouble = sayingOf(`image-${reachOf(address)}`);
  if (trouble) yield found(trouble, placeOf(element, 'src'), excerpt(address));
  if (attributeOf(element, 'alt') === undefined && !isPixel(element))
    yield found('image-alt', placeOf(element), address === '' ? '' : `: ${excerpt(address)}`);
}

/** Whether a picture only measures or fills space, so that it needs no alternative text. */
export const isPixel = (element: Element): boolean =>
  ['width', 'height'].some(side => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, side) ?? ''));

/** Where an address in a mail leads, for a reader on another machine. */
type Reach = 'web' | 'http' | 'localhost' | 'relative' | 'data' | 'code' | 'empty' | 'other' | 'broken';

/** Says where an address leads. A tag in it counts as a word, and a tag at its beginning as a whole address. */
function reachOf(address: string): Reach {
  if (address === '' || address === '#') return 'empty';
  if (/^#|^\(\(|^\{\{|^\*\|/.test(address)) return 'other';
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
