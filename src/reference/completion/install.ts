import {readFileSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Context} from '../../commands/command.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {codeOf} from '../../system/error-code.js';
import {makeFolder} from '../../system/folder.js';
import {writeWhole} from '../../system/whole-file.js';
import {cannot, changeFiles, notOurs} from '../own-files.js';
import type {ShellName} from './shells.js';
import {type Installed, whereInstalled} from './where-installed.js';

/** Writes a script to where its shell looks for it, or updates it. */
export async function install(context: Context, shell: ShellName, script: string): Promise<Result> {
  const installed = whereInstalled(shell, context.host);
  const {path, line, hint} = installed;
  const now = read(path);
  if (line === undefined) requireOurs(installed, now);
  const wanted = line === undefined ? script : withLine(now ?? '', line);
  if (now === wanted) return doneResult(`Completion for ${shell} is in ${path} already. ${hint}`, path);
  const what = `${line === undefined ? 'Write' : 'Add a line to'} ${path}`;
  return changeFiles(context, {
    ...{what, paths: [path], hint: byHand},
    async make() {
      makeFolder(dirname(path));
      await writeWhole(path, [wanted]);
      context.host.wrote?.(path);
      return `Completion for ${shell} is in ${path} now. ${hint}`;
    },
  });
}

/** Removes exactly what `install` wrote. */
export async function uninstall(context: Context, shell: ShellName): Promise<Result> {
  const installed = whereInstalled(shell, context.host);
  const {path, line} = installed;
  const now = read(path);
  if (line === undefined) requireOurs(installed, now);
  const rest = line === undefined ? '' : withoutLine(now ?? '', line);
  if (now === undefined || now === rest) return doneResult(`There is no completion for emk in ${path}.`, path);
  const what = `${rest === '' ? 'Remove' : 'Take a line out of'} ${path}`;
  return changeFiles(context, {
    ...{what, paths: [path], hint: byHand},
    async make() {
      if (rest === '') rmSync(path);
      else await writeWhole(path, [rest]);
      return `Completion for ${shell} is gone from ${path}.`;
    },
  });
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
function requireOurs({path}: Installed, now: string | undefined): void {
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
