import {mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Context} from '../commands/command.js';
import {type FilePlace, placeFor, writeAt} from '../commands/file-place.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/results/result.js';
import {openOutside} from '../system/open-outside.js';

type PageOptions = {
  readonly file?: string | undefined;
  readonly open?: boolean | 0 | 1 | undefined;
};

/** Looks whether a page may be written where it was asked for, before the account is read for minutes. */
export async function placeOfPage(context: Context, {file, open}: PageOptions): Promise<FilePlace | undefined> {
  if (file === undefined) return open ? placeFor(context, await temporary()) : undefined;
  if (!/\.html?$/i.test(file)) {
    throw new UsageError(`"${file}" does not end in .html.`, {hint: 'Name the file like report.html.'});
  }
  return placeFor(context, file);
}

/** Without a name, a page to look at goes to a temporary folder. */
const temporary = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'emk-report-')), 'report.html');

/** Writes a page, whole or not at all, and opens it where that was asked for. */
export async function writePage(
  context: Context,
  page: string,
  place: FilePlace,
  {open}: PageOptions,
): Promise<Result> {
  const written = await writeAt(place, [page]);
  if (open && !(await openOutside(context.host, place.path))) {
    context.warn(`No browser could be started. Open ${place.name} yourself.`);
  }
  const data = {path: place.name, rows: null, ...written};
  return {kind: 'data', data, text: '', sentence: `Wrote the report to ${place.name}.`};
}
