import type {Finding} from '../records/fields/finding.schema.js';
import {excerpt} from './excerpt.js';
import {attributeOf, type Element, placeOf} from './parse.js';
import {reachOf, respelt} from './reach.js';

export function* lintImage(element: Element): Generator<Finding> {
  const address = attributeOf(element, 'src')?.trim();
  const told = addressTrouble(address);
  if (told) yield {...told, ...placeOf(element, 'src')};
  if (attributeOf(element, 'alt') === undefined && !isPixel(element)) {
    yield {
      check: 'image-alt',
      level: 'warning',
      says: `This picture has no alt text${address ? `: ${excerpt(address)}` : ''}.`,
      hint: 'Add alt="…" that says what it shows, or alt="" if it is only decoration.',
      ...placeOf(element),
    };
  }
}

/** Whether a picture only measures or fills space, so that it needs no alternative text. */
export const isPixel = (element: Element): boolean =>
  ['width', 'height'].some(side => /^\s*[01](?:px)?\s*$/.test(attributeOf(element, side) ?? ''));

function addressTrouble(address = ''): Omit<Finding, 'line' | 'column'> | undefined {
  switch (reachOf(address)) {
    case 'nothing':
      return {
        check: 'image-empty',
        level: 'error',
        says: 'This picture has no address.',
        hint: 'Add src="https://…".',
      };
    case 'data':
      return {
        check: 'image-data',
        level: 'warning',
        says: 'This picture is written into the mail as data, which Gmail and Outlook do not show.',
        hint: 'Put it on a web server, and name its address.',
      };
    case 'here':
      return {
        check: 'image-localhost',
        level: 'error',
        says: `This picture is on your own machine or network: ${excerpt(address)}.`,
        hint: 'Put it on a public web server.',
      };
    case 'relative':
      return {
        check: 'image-relative',
        level: 'error',
        says: `The address of this picture is incomplete: ${excerpt(address)}.`,
        hint: 'Pictures in mail need the full address, starting with https://',
      };
    case 'misspelt':
      return {
        check: 'image-misspelt',
        level: 'error',
        says: `The address of this picture starts with a typo, so nobody sees the picture: ${excerpt(address)}.`,
        hint: `Did you mean ${excerpt(respelt(address))}?`,
      };
    case 'http':
      return {
        check: 'image-http',
        level: 'warning',
        says: `This picture comes over http: ${excerpt(address)}. Some mail programs do not show it.`,
        hint: 'Write https://.',
      };
    default:
      return undefined;
  }
}
