import {readFileSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {confirmLocalChange} from '../../accounts/save-config.js';
import type {Context} from '../../commands/command.js';
import {ConfigError} from '../../errors.js';
import {doneResult} from '../../output/results/done-result.js';
import type {Result} from '../../output/results/result.js';
import {codeOf} from '../../system/error-code.js';
import {makeFolder} from '../../system/folder.js';
import {writeWhole} from '../../system/whole-file.js';
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
  return change(context, `${line === undefined ? 'Write' : 'Add a line to'} ${path}`, path, async () => {
    makeFolder(dirname(path));
    await writeWhole(path, [wanted]);
    return `Completion for ${shell} is in ${path} now. ${hint}`;
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
  return change(context, `${rest === '' ? 'Remove' : 'Take a line out of'} ${path}`, path, async () => {
    if (rest === '') rmSync(path);
    else await writeWhole(path, [rest]);
    return `Completion for ${shell} is gone from ${path}.`;
  });
}

async function change(context: Context, what: string, path: string, make: () => Promise<string>): Promise<Result> {
  if (context.globals.dryRun) {
    context.notice(`Without --dry-run: ${what}.`);
    return {kind: 'nothing'};
  }
  await confirmLocalChange(context, what);
  try {
    return doneResult(await make(), path);
  } catch (cause) {
    throw cannot('written', path, cause);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined;
    throw cannot('read', path, cause);
  }
}

/** Refuses to replace another program's file, or one written by hand. */
function requireOurs({path}: Installed, now: string | undefined): void {
  if (now === undefined || now.slice(0, 200).includes('completion for emk: generated')) return;
  throw new ConfigError(`${path} is there already, and emk did not write it.`, {
    hint: 'Move it away, or leave things as they are.',
  });
}

const withLine = (text: string, line: string): string =>
  text.split(/\r?\n/).includes(line) ? text : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;

const withoutLine = (text: string, line: string): string =>
  text
    .split('\n')
    .filter(each => each.replace(/\r$/, '') !== line)
    .join('\n');

const cannot = (verb: string, path: string, cause: unknown): ConfigError =>
  new ConfigError(`${path} cannot be ${verb}${codeOf(cause) && ` (${codeOf(cause)})`}.`, {
    hint: 'Check who owns it, or print the script and put it where your shell looks.',
    cause,
  });
