import {readFile, stat, writeFile} from 'node:fs/promises';
import {decodeWhole} from '../../csv/bytes/decode-whole.js';
import {readFileHead, sourceFile} from '../../csv/bytes/source-file.js';
import {csvLines} from '../../csv/bytes/write-lines.js';
import {readPasted} from '../../csv/columns/pasted-people.js';

/** Writes a pasted list of people as CSV over its file. A text whose first line names no people stays as it is. */
export async function pastedToCsv(path: string): Promise<boolean> {
  if ((await stat(path)).size > LONGEST) return false;
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
const LONGEST = 4 * 1024 ** 2;
