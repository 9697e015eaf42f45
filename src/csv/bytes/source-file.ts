import {createHash} from 'node:crypto';
import {type FileHandle, open} from 'node:fs/promises';
import {relative} from 'node:path';
import {PreflightError, UsageError} from '../../core/errors.js';
import {codeOf, requireFile} from '../../core/system/files.js';
import {openInside} from '../../core/system/inside-folder.js';

/** A file to read: its path, and its name in messages. */
export type SourceFile = {
  readonly path: string;
  readonly name: string;
  /** The folder that must contain the file, if the user did not name the file directly. */
  readonly within?: string | undefined;
};

/** The beginning of a file before it is read, and a stamp that shows whether it changed later. */
type FileHead = {readonly head: Buffer; readonly size: number; readonly stamp: string};

export async function readFileHead(file: SourceFile, bytes = PIECE): Promise<FileHead> {
  const handle = await opened(file);
  try {
    // Numbers of files on Windows are too long for a double: another file in its place would look the same.
    const {ino, size, mtimeNs} = await handle.stat({bigint: true});
    const head = Buffer.alloc(Math.min(bytes, Number(size)));
    let length = 0;
    for (let read = 1; read > 0 && length < head.length; length += read)
      read = (await handle.read(head, length, head.length - length, length)).bytesRead;
    return {head: head.subarray(0, length), size: Number(size), stamp: `${ino}:${size}:${mtimeNs}`};
  } finally {
    await handle.close();
  }
}

/** How much of a file is read at once, and looked at before anything is read. */
const PIECE = 262_144;

/** Reads a file piece by piece. Each piece is valid until the next. */
export async function* pieces(file: SourceFile, size = PIECE): AsyncGenerator<Uint8Array> {
  const handle = await opened(file);
  const buffer = Buffer.allocUnsafe(size);
  try {
    for (;;) {
      const {bytesRead} = await handle.read(buffer, 0, size, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of a file, if it did not change since its beginning was read: only changes need it, so a check does not pay for it. */
export async function sha256Of(file: SourceFile, seen: FileHead): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces(file)) hash.update(piece);
  await assertUnchanged(file, seen);
  return hash.digest('hex');
}

export async function assertUnchanged(file: SourceFile, seen: FileHead): Promise<void> {
  if ((await readFileHead(file, 0)).stamp === seen.stamp) return;
  throw new PreflightError(`${file.name} changed while it was being read.`, {
    hint: 'Run the import again when no program writes to the file.',
  });
}

async function opened({path, name, within}: SourceFile): Promise<FileHandle> {
  try {
    if (within !== undefined)
      return (await openInside(within, relative(within, path))) ?? unreadable(path)({code: 'ENOENT'});
    await requireFile(path, name);
    return await open(path, 'r');
  } catch (error) {
    return unreadable(path)(error);
  }
}

export const unreadable =
  (path: string) =>
  (cause: unknown): never => {
    if (!['ENOENT', 'EACCES', 'EPERM'].includes(codeOf(cause))) throw cause;
    throw new UsageError(`There is no file ${path} that you may read.`, {
      cause,
      hint: 'Check the path, the spelling and its permissions.',
    });
  };

/** Refuses a file that is a list only by its name, by its first bytes. */
export function refuseForeign(head: Buffer, name: string): void {
  const text = head.toString('latin1');
  const [, is] = foreign.find(([beginning]) => beginning.test(text)) ?? [];
  if (is === undefined) return;
  throw new PreflightError(`${name} is ${is}, not CSV.`, {
    hint: 'Unpack it or open it in a spreadsheet, and save or export it as “CSV UTF-8”.',
  });
}

/** What files begin with that are no delimited text. */
const foreign: ReadonlyArray<readonly [beginning: RegExp, is: string]> = [
  [/^PK[^ -~\s]{2}/, 'an Excel workbook or a zip archive'],
  [/^\xd0\xcf[^ -~]\xe0/, 'an old Excel workbook'],
  [/^[^ -~\s]\x8b/, 'a gzip archive'],
  [/^\s*%PDF-/, 'a PDF document'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|body|table|meta|\?xml)\b/i, 'a web page or an XML document'],
  [/^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"/, 'JSON'],
];
