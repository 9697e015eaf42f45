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
  // Two buffers, so that the next piece is read while this one is processed.
  let [buffer, other] = [Buffer.allocUnsafe(size), Buffer.allocUnsafe(size)];
  let reading = handle.read(buffer, 0, size, null);
  try {
    for (;;) {
      const {bytesRead} = await reading;
      if (bytesRead === 0) break;
      [buffer, other] = [other, buffer];
      reading = handle.read(buffer, 0, size, null);
      yield other.subarray(0, bytesRead);
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

export async function assertUnchanged(file: SourceFile, seen: FileHead): Promise<void> {
  if ((await readFileHead(file, 0)).stamp === seen.stamp) return;
  throw new PreflightError(`${file.name} changed while it was being read.`, {
    hint: 'Run the import again when no program writes to the file.',
  });
}

async function opened({path, name, within}: SourceFile): Promise<FileHandle> {
  try {
    if (within !== undefined) return (await openInside(within, relative(within, path))) ?? missing(path);
    await requireFile(path, name);
    return await open(path, 'r');
  } catch (error) {
    return unreadable(path)(error);
  }
}

const missing = (path: string, cause?: unknown): never => {
  throw new UsageError(`There is no file ${path}.`, {cause, hint: 'Check the path and the spelling.'});
};

export const unreadable =
  (path: string) =>
  (cause: unknown): never => {
    const code = codeOf(cause);
    if (code === 'ENOENT') return missing(path, cause);
    if (code === 'EACCES' || code === 'EPERM') {
      throw new UsageError(`You may not read ${path}.`, {cause, hint: 'Check who owns it and its permissions.'});
    }
    throw cause;
  };

/** Refuses a file that is a list only by its name, by its first bytes. */
export function refuseForeign(head: Buffer, name: string): void {
  const text = head.toString('latin1');
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
