import {createHash} from 'node:crypto';
import {type FileHandle, open} from 'node:fs/promises';
import {basename, relative} from 'node:path';
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

export const sourceFile = (path: string, name: string | undefined, within?: string): SourceFile => ({
  path,
  name: name ?? basename(path),
  within,
});

/** The beginning of a file before it is read, and a stamp that shows whether it changed later. */
export type FileHead = {readonly head: Uint8Array; readonly size: number; readonly stamp: string};

/** Opens a file, reads its beginning and closes it. */
export async function readFileHead(file: SourceFile, bytes = 262_144): Promise<FileHead> {
  const handle = await opened(file);
  try {
    // Numbers of files on Windows are too long for a double: another file in its place would look the same.
    const {ino, size, mtimeNs} = await handle.stat({bigint: true});
    const head = new Uint8Array(Math.min(bytes, Number(size)));
    const length = await fill(handle, head);
    return {head: head.subarray(0, length), size: Number(size), stamp: `${ino}:${size}:${mtimeNs}`};
  } finally {
    await handle.close();
  }
}

/** Reads a file piece by piece. Each piece is valid until the next. */
export async function* pieces(file: SourceFile, pieceSize = 262_144): AsyncGenerator<Uint8Array> {
  const handle = await opened(file);
  // Two buffers, so that the next piece is read while this one is processed.
  const buffers = [Buffer.allocUnsafe(pieceSize), Buffer.allocUnsafe(pieceSize)] as const;
  let turn = 0;
  const next = () => handle.read(buffers[turn++ % 2 === 0 ? 0 : 1], 0, pieceSize, null);
  let reading = next();
  try {
    for (;;) {
      const {bytesRead, buffer} = await reading;
      if (bytesRead === 0) break;
      reading = next();
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await reading.catch(() => undefined);
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

/** Throws if a file changed since its beginning was read. */
export async function assertUnchanged(file: SourceFile, seen: FileHead): Promise<void> {
  const now = await readFileHead(file, 0);
  if (now.stamp !== seen.stamp) {
    throw new PreflightError(`${file.name} changed while it was being read.`, {
      hint: 'Run the import again when no program writes to the file.',
    });
  }
}

const opened = ({path, name, within}: SourceFile): Promise<FileHandle> =>
  (within === undefined
    ? requireFile(path, name).then(() => open(path, 'r'))
    : openInside(within, relative(within, path)).then(found => found ?? missing(path))
  ).catch(unreadable(path));

function missing(path: string, cause?: unknown): never {
  throw new UsageError(`There is no file ${path}.`, {cause, hint: 'Check the path and the spelling.'});
}

/** Explains why a file could not be read. */
export const unreadable =
  (path: string) =>
  (cause: unknown): never => {
    const code = codeOf(cause);
    if (code === 'ENOENT') return missing(path, cause);
    if (code === 'EISDIR') throw new UsageError(`${path} is a folder.`, {cause, hint: 'Name a CSV file.'});
    if (code === 'EACCES' || code === 'EPERM') {
      throw new UsageError(`You may not read ${path}.`, {cause, hint: 'Check who owns it and its permissions.'});
    }
    throw cause;
  };

async function fill(handle: FileHandle, into: Uint8Array): Promise<number> {
  let length = 0;
  while (length < into.length) {
    const {bytesRead} = await handle.read(into, length, into.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** Refuses a file that is a list only by its name, by its first bytes. */
export function refuseForeign(head: Uint8Array, name: string): void {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const [, is, hint] = foreign.find(([beginning]) => beginning.test(text)) ?? [];
  if (is !== undefined) throw new PreflightError(`${name} is ${is}, not CSV.`, {hint});
}

const inSpreadsheet = 'Open it in a spreadsheet and save it as “CSV UTF-8”.';
const asCsv = 'Export the list as CSV instead.';

/** What files begin with that are no delimited text, and how to get such a file from them. */
const foreign: ReadonlyArray<readonly [beginning: RegExp, is: string, hint: string]> = [
  [/^PK[^ -~\s]{2}.*?(?:xl\/|\[Content_Types\]\.xml)/s, 'an Excel workbook (.xlsx)', inSpreadsheet],
  [
    /^PK[^ -~\s]{2}/,
    'a zip archive or a spreadsheet',
    `Unpack the CSV file in it. If it is a spreadsheet: ${inSpreadsheet}`,
  ],
  [/^\xd0\xcf[^ -~]\xe0/, 'an old Excel workbook (.xls)', inSpreadsheet],
  [/^[^ -~\s]\x8b/, 'a gzip archive', 'Unpack it first: gunzip -c FILE | emk import -'],
  [/^\s*%PDF-/, 'a PDF document', asCsv],
  [/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|table|meta)\b/i, 'a web page (HTML)', inSpreadsheet],
  [/^(?:\xef\xbb\xbf)?\s*<\?xml/i, 'an XML document', `${asCsv} If it is a spreadsheet: ${inSpreadsheet}`],
  [/^(?:\xef\xbb\xbf)?\s*begin:vcard/i, 'a vCard file', asCsv],
  [/^(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"/, 'JSON', asCsv],
];
