import {randomUUID} from 'node:crypto';
import {type FileHandle, open, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {codeOf} from '../../system/error-code.js';
import type {Checked, RejectedRow} from './contract.js';

/** Where the rows were written, and where the reasons. */
export type RejectFiles = {readonly rejected: string; readonly reasons: string};

/** `leads.csv` gives `leads.rejected.csv`. */
export const rejectsPath = (source: string): string =>
  join(dirname(source), `${stemOf(basename(source))}.rejected.csv`);

/**
Writes the rows that cannot be sent as they were, under their header, so that they can be mended and imported by
themselves; and beside them a line of JSON for each, with its line and its reason.

Both files appear under their names when they are whole. A file that is there is never overwritten:
`leads.rejected.csv` becomes `leads.rejected.2.csv`.
*/
export async function writeRejects(
  checked: Checked,
  wanted: string,
  see: (row: RejectedRow) => void = () => undefined,
): Promise<RejectFiles> {
  const draft = `${wanted}.${randomUUID()}.part`;
  const drafts = {rejected: draft, reasons: `${draft}.jsonl`};
  try {
    await writeDrafts(checked, drafts, see);
    const files = await reserve(wanted);
    await rename(drafts.rejected, files.rejected);
    await rename(drafts.reasons, files.reasons);
    return files;
  } finally {
    await rm(drafts.rejected, {force: true});
    await rm(drafts.reasons, {force: true});
  }
}

/** Keeps the first reasons that rows go by, to be read where somebody looks first; `sentences` says where the others are. */
export function firstReasons(): {
  readonly see: (row: Pick<RejectedRow, 'line' | 'reason'>) => void;
  readonly sentences: (reasons: string | undefined) => readonly string[];
} {
  const first: string[] = [];
  let more = 0;
  return {
    see({line, reason}) {
      if (first.length < SHOWN) first.push(`Line ${line.toLocaleString('en-US')}: ${reason}.`);
      else more++;
    },
    sentences: reasons =>
      more === 0
        ? first
        : [
            ...first,
            `${more.toLocaleString('en-US')} more such ${more === 1 ? 'line' : 'lines'}${namedIn(reasons, more)}.`,
          ],
  };
}

const namedIn = (reasons: string | undefined, more: number): string =>
  reasons === undefined ? '; --rejects FILE writes them all down' : ` ${more === 1 ? 'is' : 'are'} named in ${reasons}`;

const SHOWN = 5;

async function writeDrafts(checked: Checked, drafts: RejectFiles, see: (row: RejectedRow) => void): Promise<void> {
  const {header, mark} = checked.original;
  const rows = await openBatched(drafts.rejected);
  const reasons = await openBatched(drafts.reasons);
  try {
    if (mark) await rows.write(byteOrderMark);
    await rows.write(header, newline);
    for await (const row of checked.rejectedRows()) {
      const {line, reason, raw} = row;
      see(row);
      await rows.write(raw, newline);
      await reasons.write(Buffer.from(`${JSON.stringify({line, reason})}\n`));
    }
    await rows.end();
    await reasons.end();
  } finally {
    await rows.close();
    await reasons.close();
  }
}

const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);
const newline = Uint8Array.of(0x0a);

/** Both names, made as empty files, so that nobody else takes them before the drafts move there. */
async function reserve(wanted: string): Promise<RejectFiles> {
  for (let number = 1; ; number++) {
    const files = numbered(wanted, number);
    if (!(await create(files.rejected))) continue;
    if (await create(files.reasons)) return files;
    await rm(files.rejected, {force: true});
  }
}

function numbered(wanted: string, number: number): RejectFiles {
  const stem = stemOf(wanted);
  const suffix = number === 1 ? '' : `.${number}`;
  return {rejected: `${stem}${suffix}${wanted.slice(stem.length)}`, reasons: `${stem}${suffix}.jsonl`};
}

const stemOf = (path: string): string => path.replace(/\.(?:csv|tsv|txt)$/i, '');

async function create(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

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
    async end() {
      await flush();
      await file.sync();
    },
    close: () => file.close(),
  };
}
