import {createWriteStream, rmSync} from 'node:fs';
import {readFile, stat, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {UsageError} from '../../core/errors.js';
import {requireFile} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {piecesOfInput} from '../../core/system/read-input.js';
import {decodeWhole} from '../../csv/bytes/encodings.js';
import {readFileHead, sourceFile, unreadable} from '../../csv/bytes/source-file.js';
import {csvLines} from '../../csv/bytes/write-lines.js';
import {readPasted} from '../../csv/columns/pasted-people.js';
import {rejectsPath} from './rejects.js';

/** The file that an import reads. Messages call it `name`; result files are named after the path `beside`. */
export type ImportSource = {
  readonly path: string;
  readonly name: string;
  readonly beside: string;
  readonly rejects: string;
  readonly kept: boolean;
  /** Whether emk wrote the file from a pasted list, so that its line numbers mean nothing to anybody. */
  readonly pasted?: boolean;
};

/** Opens the file at a path, or copies standard input into `folder`, because the rows are read more than once. */
export async function openSource(host: Host, file: string, folder: string): Promise<ImportSource> {
  if (file !== '-') {
    const source = fileSource(host, file);
    await requireFile(source.path, file).catch(unreadable(source.path));
    return source;
  }
  if (host.stdin.isTTY) {
    throw new UsageError('- reads the rows from standard input, but nothing is piped in.', {
      hint: 'Pipe a CSV file in, or name one: emk import leads.csv',
    });
  }
  const source = keptSource(host, folder);
  await pipeline(piecesOfInput(host, '-', 'Standard input', LONGEST), createWriteStream(source.path, {mode: 0o600}));
  return {...source, pasted: await pastedToCsv(source.path)};
}

/** Far more than any list of people, in bytes: longer input is endless. */
const LONGEST = 4 * 1024 ** 3;

export const fileSource = ({cwd}: Pick<Host, 'cwd'>, file: string): ImportSource => ({
  path: resolve(cwd, file),
  name: file,
  beside: resolve(cwd, file),
  rejects: rejectsPath(resolve(cwd, file)),
  kept: false,
});

/** The copy of standard input that an import keeps until its end. */
export const keptSource = ({cwd}: Pick<Host, 'cwd'>, folder: string): ImportSource => ({
  path: join(folder, 'source.csv'),
  name: 'standard input',
  beside: resolve(cwd, 'import.csv'),
  rejects: rejectsPath(resolve(cwd, 'import.csv')),
  kept: true,
});

/** Deletes the copy of standard input when nothing is left to resume. */
export function dropCopy({kept, path}: ImportSource): void {
  if (kept) rmSync(path, {force: true});
}

/** Writes a pasted list of people as CSV over its file. A text whose first line names no people stays as it is. */
async function pastedToCsv(path: string): Promise<boolean> {
  if ((await stat(path)).size > LONGEST_PASTED) return false;
  const {head} = await readFileHead(sourceFile(path, undefined));
  const [first = ''] = Buffer.from(head)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/[\r\n]/, 1);
  if (readPasted(first).people.length === 0) return false;
  const {text} = await decodeWhole(await readFile(path), 'Standard input');
  const {people, wrong} = readPasted(Buffer.from(text.buffer, text.byteOffset, text.length).toString('utf8'));
  const rows = [...people.map(({email, name}) => [email, name]), ...wrong.map(({text: words}) => [words, ''])];
  const isNamed = people.some(({name}) => name !== '');
  const table = [['email', 'name'], ...rows].map(row => (isNamed ? row : row.slice(0, 1)));
  await writeFile(path, csvLines({raw: true})(table), {mode: 0o600});
  return true;
}

/** The longest pasted text, in bytes; a longer one is a file. */
const LONGEST_PASTED = 4 * 1024 ** 2;
