import type {Finding} from '../records/fields/finding.schema.js';
import {error, warning} from '../records/fields/make-finding.js';
import {excerpt} from './excerpt.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {exampleDomain, isExample, reachOf} from './reach.js';

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
