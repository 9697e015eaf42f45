/** Reads and writes tar archives: packages of npm, and those that emk is handed out in. */
import {promisify} from 'node:util';
import {constants, gunzipSync, gzip} from 'node:zlib';

/** The time of every file in an archive, the same as in packages of npm. So two builds are equal. */
export const fixedTime = new Date('1985-10-26T08:15:00Z');

const BLOCK = 512;

/** The files of a package as npm packs it, without its top folder: their paths, bytes, and whether they are programs. */
export function readPackage(packed) {
  const tar = gunzipSync(packed);
  const files = [];
  let longPath;
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const text = (from, length) => tar.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const number = (from, length) => Number.parseInt(text(from, length).trim() || '0', 8);
    const size = number(124, 12);
    const bytes = tar.subarray(at + BLOCK, at + BLOCK + size);
    const type = text(156, 1);
    if (type === 'x') longPath = /\d+ path=(.*)\n/.exec(bytes.toString())?.[1];
    if (type === '0' || type === '') {
      const path = longPath ?? [text(345, 155), text(0, 100)].filter(Boolean).join('/');
      files.push({path: path.replace(/^[^/]+\//, ''), bytes, isProgram: (number(100, 8) & 0o111) !== 0});
      longPath = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/** A compressed tar archive with these files in this order, and their folders. It belongs to root and has fixed times. */
export async function tarGz(files) {
  const parts = [];
  for (const folder of foldersOf(files)) parts.push(header(`${folder}/`, 0, 0o755, '5'));
  for (const {path, bytes, isProgram} of files) {
    parts.push(header(path, bytes.length, isProgram ? 0o755 : 0o644, '0'), bytes, padding(bytes.length));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return promisify(gzip)(Buffer.concat(parts), {level: constants.Z_DEFAULT_COMPRESSION});
}

/** Every folder on the way to the files, parents first. */
function foldersOf(files) {
  const parents = ({path}) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_, at, names) => names.slice(0, at + 1).join('/'));
  return [...new Set(files.flatMap(parents))].sort();
}

function header(path, size, mode, type) {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive.`);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  block.write(path, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(fixedTime.getTime() / 1000, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  block.write('root', 265);
  block.write('root', 297);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  );
  return block;
}

const padding = size => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
