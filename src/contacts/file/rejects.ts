import {open, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {codeOf} from '../../core/system/files.js';
import {createEmpty} from '../../core/system/kept-file.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {number, plural} from '../../core/words/sentence.js';
import type {RejectedRow} from './contract.js';

/** Where rejected rows go, beside the file that is being read and those of imports into other lists. */
type RejectsPlace = {readonly wanted: string; readonly source: string; readonly others: ReadonlySet<string>};

type RejectFiles = ReturnType<typeof numbered>;

export type Rejecting = {
  readonly original: {readonly header: Uint8Array; readonly mark: boolean};
  readonly delimiter: string;
  rejectedRows(): AsyncIterable<readonly RejectedRow[]>;
};

/** `leads.csv` gives `leads.rejected.csv`, and so does that file. */
export const rejectsPath = (source: string): string =>
  join(dirname(source), `${stemOf(basename(source)).replace(/\.rejected(\.\d+)?$/i, '')}.rejected.csv`);

/**
 * Writes the rows that cannot be sent as they are in the file, with their header and a reason in the last column, so
 * that a person can fix and import them. A second file has a JSON line for each, with its line and reason. Files of an
 * earlier try of the same import are replaced if nobody changed them; other files are never overwritten:
 * `leads.rejected.csv` becomes `leads.rejected.2.csv`.
 */
export async function writeRejects(
  checked: Rejecting,
  place: RejectsPlace,
  see: (row: RejectedRow) => void = () => undefined,
): Promise<RejectFiles> {
  const {original, delimiter} = checked;
  const cell = characterOf(delimiter);
  const header = Buffer.from(`${original.mark ? '\uFEFF' : ''}${Buffer.from(original.header)}${cell}${reasonHeader}\n`);
  async function* rows() {
    yield header;
    for await (const batch of checked.rejectedRows()) {
      for (const row of batch) see(row);
      const last = (reason: string) => `${cell}"${reason.replace(/\s+/g, ' ').replaceAll('"', '""')}"\n`;
      yield Buffer.concat(batch.flatMap(({raw, reason}) => [raw, Buffer.from(last(reason))]));
    }
  }
  async function* reasons() {
    for await (const batch of checked.rejectedRows())
      yield batch.map(({line, reason}) => `${JSON.stringify({line, reason})}\n`).join('');
  }
  const {files, isNew} = await reserve(place, header);
  try {
    await writeWhole(files.rejected, rows());
    // Written after the rows: if the rows are newer than their reasons, somebody fixed them.
    await writeWhole(files.reasons, reasons());
    return files;
  } catch (error) {
    for (const path of isNew ? [files.rejected, files.reasons] : []) await rm(path, {force: true});
    throw error;
  }
}

/** Keeps the first reasons for a message; `sentences` says where the others are. */
export class FirstReasons {
  readonly first: string[] = [];
  more = 0;

  readonly see = ({line, reason}: Pick<RejectedRow, 'line' | 'reason'>): void => {
    if (this.first.length < SHOWN) this.first.push(`Line ${number(line)}: ${reason}.`);
    else this.more++;
  };

  sentences(reasons: string | undefined): readonly string[] {
    const {first, more} = this;
    const are = plural(more, 'is', 'are');
    const where = reasons ? ` ${are} named in ${reasons}` : '; --rejects FILE writes them all down';
    return more === 0 ? first : [...first, `${number(more)} more such ${plural(more, 'line')}${where}.`];
  }
}

const SHOWN = 5;

/** Reserves both names with empty files, so that nobody else takes them, or takes those of an earlier try. */
async function reserve({wanted, source, others}: RejectsPlace, header: Uint8Array) {
  for (let number = 1; ; number++) {
    const files = numbered(wanted, number);
    if (files.rejected === source) continue;
    if (!others.has(files.rejected) && (await isEarlierTry(files, header))) return {files, isNew: false};
    if (!createEmpty(files.rejected)) continue;
    if (createEmpty(files.reasons)) return {files, isNew: true};
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

function numbered(wanted: string, number: number) {
  const stem = stemOf(wanted);
  const suffix = number === 1 ? '' : `.${number}`;
  return {rejected: `${stem}${suffix}${wanted.slice(stem.length)}`, reasons: `${stem}${suffix}.jsonl`};
}

const stemOf = (path: string): string => path.replace(/\.(?:csv|tsv|txt)$/i, '');

/** The header of the reason column in a file of rejected rows. An import of that file silently skips it. */
export const reasonHeader = 'rejected_because';

/** A row without the reason of an earlier import, by its text if the row has a wrong number of cells. */
export function withoutReason(row: Uint8Array, delimiter: string): Uint8Array {
  const text = Buffer.from(row).toString();
  const cell = characterOf(delimiter).replace('|', '\\|');
  const cut = new RegExp(`${cell}"(?:[^"]|"")*"$|${cell}[^"${cell}]*$`).exec(text);
  return cut === null ? row : Buffer.from(text.slice(0, cut.index));
}

const characterOf = (delimiter: string): string => (delimiter === 'tab' ? '\t' : delimiter);
