import {createHash, randomUUID} from 'node:crypto';
import {type FileHandle, open, readFile, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {codeOf} from '../../core/system/files.js';
import {createEmpty} from '../../core/system/kept-file.js';
import {capital, number, plural} from '../../core/words/sentence.js';
import type {Checked, RejectedRow} from './contract.js';

/** Where rejected rows go, and whether they may replace an earlier try. `source` is the file that is being read. */
type RejectsPlace = {readonly wanted: string; readonly replaces?: boolean; readonly source?: string};

type RejectFiles = {readonly rejected: string; readonly reasons: string};

/** A file some of whose rows are written to another file. */
export type Rejecting = Pick<Checked, 'original' | 'delimiter'> & {rejectedRows(): AsyncIterable<RejectedRow>};

/** `leads.csv` gives `leads.rejected.csv`, which gives itself: at the end, the remaining rows replace it. */
export const rejectsPath = (source: string): string =>
  /\.rejected(?:\.\d+)?\.csv$/i.test(source)
    ? source
    : join(dirname(source), `${stemOf(basename(source))}.rejected.csv`);

/** Where the rows that a file of rejected rows still has are at the end of its import: in its own place. */
export const placeAtEnd = (source: string): RejectFiles => numbered(source, 1);

/** Replaces a file of rejected rows by its remaining rows, once the others are in the list. */
export async function takePlaceOf(
  source: string,
  sha256: string,
  files: RejectFiles,
): Promise<RejectFiles | undefined> {
  const now = createHash('sha256')
    .update(await readFile(source))
    .digest('hex');
  if (now !== sha256) return undefined;
  const place = placeAtEnd(source);
  await moveTo(place, files);
  return place;
}

async function moveTo({rejected, reasons}: RejectFiles, from: RejectFiles): Promise<void> {
  await rename(from.rejected, rejected);
  await rename(from.reasons, reasons);
}

/** Where rows that the service refused go, beside those that the check rejected: `leads.refused.csv`. */
export function refusedPath(rejects: string): string {
  const stem = stemOf(rejects);
  return `${stem.replace(/\.rejected$/, '')}.refused${rejects.slice(stem.length)}`;
}

/**
 * Writes the rows that cannot be sent as they are in the file, with their header and a reason in the last column, so
 * that a person can fix and import them. A second file has a JSON line for each, with its line and reason. Both files
 * appear when they are complete. Files of an earlier try of the same import are replaced if nobody changed them; other
 * files are never overwritten: `leads.rejected.csv` becomes `leads.rejected.2.csv`.
 */
export async function writeRejects(
  checked: Rejecting,
  {wanted, replaces = true, source}: RejectsPlace,
  see: (row: RejectedRow) => void = () => undefined,
): Promise<RejectFiles> {
  const draft = `${wanted}.${randomUUID()}.part`;
  const drafts = {rejected: draft, reasons: `${draft}.jsonl`};
  try {
    await writeDrafts(checked, drafts, see);
    const files = await reserve(wanted, replaces ? headerOf(checked) : undefined, source);
    await moveTo(files, drafts);
    return files;
  } finally {
    await rm(drafts.rejected, {force: true});
    await rm(drafts.reasons, {force: true});
  }
}

/** Keeps the first reasons for a message; `sentences` says where the others are. A pasted list has no lines to name. */
export function firstReasons({hasLines = true}: {readonly hasLines?: boolean | undefined} = {}): {
  readonly see: (row: Pick<RejectedRow, 'line' | 'reason'>) => void;
  readonly sentences: (reasons: string | undefined) => readonly string[];
  readonly first: readonly string[];
  readonly more: number;
} {
  const first: string[] = [];
  let more = 0;
  return {
    see({line, reason}) {
      if (first.length < SHOWN) first.push(hasLines ? `Line ${number(line)}: ${reason}.` : `${capital(reason)}.`);
      else more++;
    },
    first,
    get more() {
      return more;
    },
    sentences: reasons =>
      more === 0 ? first : [...first, `${number(more)} more such ${plural(more, 'line')}${namedIn(reasons, more)}.`],
  };
}

const namedIn = (reasons: string | undefined, more: number): string =>
  reasons === undefined ? '; --rejects FILE writes them all down' : ` ${plural(more, 'is', 'are')} named in ${reasons}`;

const SHOWN = 5;

async function writeDrafts(checked: Rejecting, drafts: RejectFiles, see: (row: RejectedRow) => void): Promise<void> {
  const {delimiter} = checked;
  const rows = await openBatched(drafts.rejected);
  const reasons = await openBatched(drafts.reasons);
  try {
    await rows.write(headerOf(checked));
    for await (const row of checked.rejectedRows()) {
      const {line, reason, raw} = row;
      see(row);
      await rows.write(withReason(raw, reason, delimiter), newline);
      await reasons.write(Buffer.from(`${JSON.stringify({line, reason})}\n`));
    }
    await rows.end();
    // One millisecond later than the rows: if the rows are newer than their reasons, somebody fixed them.
    await reasons.end(new Date(Date.now() + 1));
  } finally {
    await rows.close();
    await reasons.close();
  }
}

/** The first line of a file of rejected rows, which shows whether another file is from the same import. */
const headerOf = ({original: {header, mark}, delimiter}: Rejecting): Uint8Array =>
  Buffer.concat([...(mark ? [byteOrderMark] : []), withReasonHeader(header, delimiter), newline]);

const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);
const newline = Uint8Array.of(0x0a);

/** Reserves both names with empty files, so that nobody else takes them before the drafts are moved there. */
async function reserve(wanted: string, header: Uint8Array | undefined, source?: string): Promise<RejectFiles> {
  for (let number = 1; ; number++) {
    const files = numbered(wanted, number);
    // The file that is being read must not be overwritten.
    if (files.rejected === source) continue;
    if (header !== undefined && (await isEarlierTry(files, header))) return files;
    if (!(await createEmpty(files.rejected))) continue;
    if (await createEmpty(files.reasons)) return files;
    await rm(files.rejected, {force: true});
  }
}

/** Whether both files exist, have this header, and were not changed since they were written. */
async function isEarlierTry({rejected, reasons}: RejectFiles, header: Uint8Array): Promise<boolean> {
  try {
    const [rows, why] = await Promise.all([stat(rejected), stat(reasons)]);
    if (rows.mtimeMs > why.mtimeMs || !rows.isFile()) return false;
    const file = await open(rejected, 'r');
    const {buffer, bytesRead} = await file.read(Buffer.alloc(header.length)).finally(() => file.close());
    return bytesRead === header.length && buffer.equals(header);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function numbered(wanted: string, number: number): RejectFiles {
  const stem = stemOf(wanted);
  const suffix = number === 1 ? '' : `.${number}`;
  return {rejected: `${stem}${suffix}${wanted.slice(stem.length)}`, reasons: `${stem}${suffix}.jsonl`};
}

const stemOf = (path: string): string => path.replace(/\.(?:csv|tsv|txt)$/i, '');

/** A file that is written in large pieces, however small the parts. */
async function openBatched(path: string) {
  const file: FileHandle = await open(path, 'wx', 0o600);
  let parts: Uint8Array[] = [];
  let length = 0;
  const flush = async () => {
    const whole = Buffer.concat(parts, length);
    [parts, length] = [[], 0];
    await file.writeFile(whole);
  };
  return {
    async write(...more: readonly Uint8Array[]) {
      for (const part of more) {
        parts.push(part);
        length += part.length;
      }
      if (length > 65_536) await flush();
    },
    async end(time?: Date) {
      await flush();
      if (time !== undefined) await file.utimes(time, time);
      await file.sync();
    },
    close: () => file.close(),
  };
}

/** The header of the reason column in a file of rejected rows. An import of that file silently skips it. */
export const reasonHeader = 'rejected_because';

/** A row with its reason at the end, in the file's own dialect, on one line. */
const withReason = (row: Uint8Array, reason: string, delimiter: string): Uint8Array =>
  Buffer.concat([row, Buffer.from(`${characterOf(delimiter)}"${reason.replace(/\s+/g, ' ').replaceAll('"', '""')}"`)]);

const withReasonHeader = (header: Uint8Array, delimiter: string): Uint8Array =>
  Buffer.concat([header, Buffer.from(`${characterOf(delimiter)}${reasonHeader}`)]);

/** A row without the reason of an earlier import, by its text if the row has a wrong number of cells. */
export function withoutReason(row: Uint8Array, delimiter: string): Uint8Array {
  const text = Buffer.from(row).toString();
  const cell = characterOf(delimiter).replace('|', '\\|');
  const cut = new RegExp(`${cell}"(?:[^"]|"")*"$|${cell}[^"${cell}]*$`).exec(text);
  return cut === null ? row : Buffer.from(text.slice(0, cut.index));
}

/** A delimiter's character; reports use a word for invisible ones. */
const characterOf = (delimiter: string): string => (delimiter === 'tab' ? '\t' : delimiter);
