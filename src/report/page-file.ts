import {lstat, mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Context} from '../commands/command.js';
import {InterruptedError, UsageError} from '../errors.js';
import type {Result} from '../output/result.js';
import {tellingFileTrouble} from '../system/file-trouble.js';
import {openOutside} from '../system/open-outside.js';
import {writeWhole} from '../system/whole-file.js';

export type PageOptions = {
  readonly file?: string | undefined;
  readonly open?: boolean | 0 | 1 | undefined;
  readonly force?: boolean | 0 | 1 | undefined;
};

/**
Looks whether a page may be written where it was asked for, before the account is read for minutes. A file that is there is
replaced only if a person says so, and a link is never followed, since it may lead to anything.
*/
export async function checkPlace(context: Context, {file, force}: PageOptions): Promise<void> {
  if (file === undefined) return;
  if (!/\.html?$/i.test(file)) {
    throw new UsageError(`"${file}" does not end in .html.`, {hint: 'Name the file like report.html.'});
  }
  const there = await lstat(resolve(context.host.cwd, file)).catch(() => undefined);
  if (there === undefined) return;
  if (there.isSymbolicLink()) {
    throw new UsageError(`${file} is a symbolic link, and a report is not written through one.`, {
      hint: 'Name the file that it leads to, or take the link away.',
    });
  }
  if (!there.isFile()) throw new UsageError(`${file} is not a file.`, {hint: 'Name the file like report.html.'});
  if (force || context.globals.yes) return;
  if (!context.ask.possible) {
    throw new UsageError(`${file} is there already.`, {hint: 'Pass --force to replace it, or name another file.'});
  }
  if (!(await context.ask.confirm(`Replace ${file}?`))) throw new InterruptedError('Nothing was written.');
}

/** Writes a page, whole or not at all, and opens it where that was asked for; without a name it goes to a temporary folder. */
export async function writePage(context: Context, page: string, {file, open}: PageOptions): Promise<Result> {
  const name = file ?? join(await mkdtemp(join(tmpdir(), 'emk-report-')), 'report.html');
  const path = resolve(context.host.cwd, name);
  await tellingFileTrouble(() => writeWhole(path, [page]));
  if (open && !(await openOutside(context.host, path))) {
    context.warn(`No browser could be started. Open ${name} yourself.`);
  }
  return {kind: 'data', data: {file: name, bytes: Buffer.byteLength(page)}, text: `Wrote the report to ${name}.`};
}
