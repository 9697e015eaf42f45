import type {Finding} from '../records/fields/finding.schema.js';
import {warning} from '../records/fields/make-finding.js';
import {attributeOf, type Element} from './parse.js';

/** The size in bytes of the file at an address in a mail; undefined if it is not a file on this machine. */
export type SizeOf = (address: string) => number | undefined;

/** Finds pictures that are too large in total, counting files and embedded pictures. */
export function* lintWeight(elements: readonly Element[], sizeOf: SizeOf): Generator<Finding> {
  const addresses = new Set(
    elements.filter(({tagName}) => tagName === 'img').map(img => attributeOf(img, 'src')?.trim()),
  );
  const sizes = [...addresses].map(address =>
    address === undefined ? 0 : (dataSize(address) ?? sizeOf(address) ?? 0),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all <= MOST) return;
  yield warning(
    'images-too-big',
    `The pictures of this mail have ${(all / MEGABYTE).toFixed(1)} MB in all. On a phone, they load late or not at all.`,
    'Save them smaller: 1 MB in all is plenty, and 200 KB for each picture.',
  );
}

const dataSize = (address: string): number | undefined =>
  /^data:/i.test(address) ? Math.floor(((address.length - address.indexOf(',') - 1) * 3) / 4) : undefined;

const MEGABYTE = 1_000_000;
const MOST = MEGABYTE;
