import {mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {posix} from 'node:path';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {homeOf} from '../../own-files/folders.js';
import {codeOf} from '../../system/error-code.js';
import type {Host} from '../../system/host.js';
import {writeWhole} from '../../system/whole-file.js';
import {counted} from '../../words/sentence.js';
import {cannot, changeFiles, notOurs} from '../own-files.js';
import {mark} from './pages.js';

/** Writes the manual pages to where `man` looks for those of one user, and removes pages of commands that are gone. */
export async function install(context: Context, pages: ReadonlyMap<string, string>): Promise<Result> {
  const {folder, hint} = whereInstalled(context.host);
  const own = ownPages(folder);
  const strange = [...pages.keys()].map(name => `${name}.1`).find(file => exists(folder, file) && !own.includes(file));
  if (strange !== undefined) throw notOurs(posix.join(folder, strange));
  const what = `Write ${counted(pages.size, 'manual page')} to ${folder}`;
  return changeFiles(context, {
    ...{what, paths: [folder], hint: byHand},
    async make() {
      mkdirSync(folder, {recursive: true});
      for (const file of own) rmSync(posix.join(folder, file));
      for (const [name, text] of pages) await writeWhole(posix.join(folder, `${name}.1`), [text]);
      return `${counted(pages.size, 'manual page')} are in ${folder} now. ${hint}`;
    },
  });
}

/** Removes exactly the pages that `install` wrote. */
export async function uninstall(context: Context): Promise<Result> {
  const {folder} = whereInstalled(context.host);
  const own = ownPages(folder);
  if (own.length === 0) return doneResult(`There are no manual pages of emk in ${folder}.`, folder);
  const what = `Remove ${counted(own.length, 'manual page')} from ${folder}`;
  return changeFiles(context, {
    ...{what, paths: [folder], hint: byHand},
    async make() {
      for (const file of own) rmSync(posix.join(folder, file));
      return `The manual pages of emk are gone from ${folder}.`;
    },
  });
}

/** The folder of the user's own manual pages, and what is left to do by hand. */
function whereInstalled(host: Host): {readonly folder: string; readonly hint: string} {
  const {env, platform} = host;
  if (platform === 'win32') {
    throw new UsageError('Windows has no manual pages.', {hint: 'Read the same with: emk <command> --help'});
  }
  const home = homeOf(host, 'Set HOME, so that there is a place for the pages.');
  const given = env['XDG_DATA_HOME'];
  const data = given && posix.isAbsolute(given) ? given : posix.join(home, '.local', 'share');
  const manual = posix.join(data, 'man');
  const looked = (env['MANPATH'] ?? '').split(':').includes(manual);
  // `man` looks beside each folder of PATH: in share/man next to bin.
  const isBeside = (env['PATH'] ?? '').split(':').some(folder => posix.join(folder, '..', 'share', 'man') === manual);
  const read = 'Read one with: man emk-contacts-import';
  const hint =
    looked || isBeside ? read : `Add this line to the profile of your shell: export MANPATH="${manual}:$MANPATH"`;
  return {folder: posix.join(manual, 'man1'), hint};
}

/** The files of the folder that emk has written. */
function ownPages(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(
      file => /^emk(-[a-z-]+)?\.1$/.test(file) && readFileSync(posix.join(folder, file), 'utf8').startsWith(mark),
    );
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return [];
    throw cannot('read', folder, {hint: byHand, cause});
  }
}

function exists(folder: string, file: string): boolean {
  try {
    return readdirSync(folder).includes(file);
  } catch {
    return false;
  }
}

const byHand = 'Check who owns it, or print one page: emk help contacts import --man';
