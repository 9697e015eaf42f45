import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {UsageError} from '../../core/errors.js';
import {openOutside} from '../../core/system/programs.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {ResultOf} from '../../output/results/writer.js';
import type {Context} from '../command.js';
import {type FilePlace, placeFor, writeAt} from '../file-place.js';

type PageOptions = {
  readonly file?: string | undefined;
  readonly open?: boolean | 0 | 1 | undefined;
  /** The page's name in sentences: `report`. */
  readonly what: string;
};

/** Checks whether the page may be written, before reading the account for minutes. */
export async function placeOfPage(context: Context, {file, open, what}: PageOptions): Promise<FilePlace | undefined> {
  if (file === undefined) return open ? placeFor(context, await temporary(what)) : undefined;
  if (/\.html?$/i.test(file)) return placeFor(context, file);
  const json = /\.json$/i.test(file) ? ` For JSON: --out ${shellWord(file)}` : '';
  throw new UsageError(`"${file}" does not end in .html.`, {hint: `Name the file like ${what}.html.${json}`});
}

/** The path of a page without a name, in a temporary folder. */
const temporary = async (what: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), `emk-${what}-`)), `${what}.html`);

/** Writes a whole page, and opens it if asked to. */
export async function writePage(
  context: Context,
  page: string,
  place: FilePlace,
  {open, what}: PageOptions,
): Promise<ResultOf<'data'>> {
  const written = await writeAt(place, [page]);
  if (open && !(await openOutside(context, place.path))) {
    context.warn(`No browser was started. Open ${place.name} yourself.`);
  }
  const data = {path: place.name, rows: null, ...written};
  return {kind: 'data', data, text: '', sentence: `Wrote the ${what} to ${place.name}.`};
}
