import {readFileSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The file beside a mail that an address in it means, with its size in bytes; undefined for an address on the web. */
export function pictureFile(
  cwd: string,
  email: string,
  address: string,
): {readonly path: string; readonly size: number} | undefined {
  try {
    const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(address);
    const place = isUrl ? fileURLToPath(address) : decodeURI(address.replace(/[?#].*$/s, ''));
    const path = resolve(dirname(resolve(cwd, email)), place);
    const found = statSync(path, {throwIfNoEntry: false});
    return found?.isFile() ? {path, size: found.size} : undefined;
  } catch {
    // A web address, or not a path at all.
    return undefined;
  }
}

/** Finds the widths of pictures that are files beside a mail. */
export const widthsBeside =
  (cwd: string, email: string) =>
  (address: string): number | undefined => {
    const file = pictureFile(cwd, email, address);
    return file && widthIn(readFileSync(file.path));
  };

/** The width in pixels that a file of PNG, GIF or JPEG says at its beginning; undefined for any other file. */
function widthIn(bytes: Buffer): number | undefined {
  if (bytes.length < SHORTEST) return undefined;
  const begins = bytes.toString('latin1', 0, 4);
  if (begins === '\x89PNG') return bytes.readUInt32BE(16);
  if (begins.startsWith('GIF')) return bytes.readUInt16LE(6);
  return begins.startsWith('\xff\xd8') ? jpegWidth(bytes) : undefined;
}

/** A JPEG is a chain of segments with their lengths; the one that begins the picture holds its size. */
function jpegWidth(bytes: Buffer): number | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_PICTURE.has(marker)) return bytes.readUInt16BE(at + 7);
  }
  return undefined;
}

/** The markers in that range that begin tables. */
const NO_PICTURE: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const SHORTEST = 24;
