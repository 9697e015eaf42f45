import {readFileSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Context} from '../../commands/command.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {codeOf} from '../../system/error-code.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {writeWhole} from '../../system/whole-file.js';
import {andList} from '../../words/sentence.js';
import {cannot, changeFiles, notOurs} from '../own-files.js';
import {powershellProfiles} from './powershell-profiles.js';
import type {ShellName} from './shells.js';
import {type Installed, whereInstalled} from './where-installed.js';

/** Writes a script to where its shell looks for it, or updates it. */
export async function install(context: Context, shell: ShellName, script: string): Promise<Result> {
  const {line, hint, files} = await found(shell, context.host);
  const wanted = files.map(({path, now}) => ({
    path,
    now,
    text: line === undefined ? script : withLine(now ?? '', line),
  }));
  const changed = wanted.filter(({now, text}) => now !== text);
  const [paths, all] = [changed.map(({path}) => path), files.map(({path}) => path)];
  if (changed.length === 0) return doneResult(`Completion for ${shell} is in ${andList(all)} already. ${hint}`, ...all);
  const what = `${line === undefined ? 'Write' : 'Add a line to'} ${andList(paths)}`;
  return changeFiles(context, {
    ...{what, paths, hint: byHand},
    async make() {
      for (const {path, text} of changed) {
        makeFolder(dirname(path));
        await writeWhole(path, [text]);
      }
      return `Completion for ${shell} is in ${andList(paths)} now. ${hint}`;
    },
  });
}

/** Removes exactly what `install` wrote. */
export async function uninstall(context: Context, shell: ShellName): Promise<Result> {
  const {line, files} = await found(shell, context.host);
  const left = files.map(({path, now}) => ({path, now, rest: line === undefined ? '' : withoutLine(now ?? '', line)}));
  const changed = left.filter(({now, rest}) => now !== undefined && now !== rest);
  const [paths, all] = [changed.map(({path}) => path), files.map(({path}) => path)];
  if (changed.length === 0) return doneResult(`There is no completion for emk in ${andList(all)}.`, ...all);
  const what = `${changed.every(({rest}) => rest === '') ? 'Remove' : 'Take a line out of'} ${andList(paths)}`;
  return changeFiles(context, {
    ...{what, paths, hint: byHand},
    async make() {
      for (const {path, rest} of changed) {
        if (rest === '') rmSync(path);
        else await writeWhole(path, [rest]);
      }
      return `Completion for ${shell} is gone from ${andList(paths)}.`;
    },
  });
}

type Found = Omit<Installed, 'path'> & {
  readonly files: ReadonlyArray<{readonly path: string; readonly now: string | undefined}>;
};

/** The files that a shell reads, and what is in them. */
async function found(shell: ShellName, host: Host): Promise<Found> {
  const {path, ...rest} = whereInstalled(shell, host);
  const asked = shell === 'powershell' && host.platform === 'win32' ? await powershellProfiles(host) : [];
  const files = (asked.length > 0 ? asked : [path]).map(each => ({path: each, now: read(each)}));
  if (rest.line === undefined) for (const {now} of files) requireOurs(path, now);
  return {...rest, files};
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined;
    throw cannot('read', path, {hint: byHand, cause});
  }
}

/** Refuses to replace another program's file, or one written by hand. */
function requireOurs(path: string, now: string | undefined): void {
  if (now === undefined || now.slice(0, 200).includes('completion for emk: generated')) return;
  throw notOurs(path);
}

const withLine = (text: string, line: string): string =>
  text.split(/\r?\n/).includes(line) ? text : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;

const withoutLine = (text: string, line: string): string =>
  text
    .split('\n')
    .filter(each => each.replace(/\r$/, '') !== line)
    .join('\n');

const byHand = 'Check who owns it, or print the script and put it where your shell looks.';
