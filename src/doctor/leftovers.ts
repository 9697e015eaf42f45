import {closeSync, openSync, readFileSync, readSync, statSync} from 'node:fs';
import type {Context} from '../commands/command.js';
import {openRuns} from '../contacts-import/journal/open-runs.js';
import {isOpen} from '../contacts-import/journal/runs.js';
import {scripts} from '../reference/completion/scripts.js';
import {type ShellName, shellOf} from '../reference/completion/shells.js';
import {type Installed, whereInstalled} from '../reference/completion/where-installed.js';
import {databaseOf} from '../sandbox/running/account-file.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {counted} from '../words/sentence.js';
import {failedLook, good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** What earlier runs left on this machine: imports, the completion script, the sandbox's account. */
export const lookAtLeftovers = ({host}: Context): readonly Look[] => [
  importsLook(host),
  completionLook(host),
  sandboxLook(host),
];

function importsLook(host: Host): Look {
  try {
    const open = openRuns(host).filter(isOpen);
    const [first] = open;
    if (first === undefined) return good('imports', 'There is no import to resume.', {pending: 0});
    const {id} = first.header;
    const many = counted(open.length, 'import');
    return note('imports', `${many} can be resumed.`, `To continue: emk import resume ${id}`, {
      pending: open.length,
    });
  } catch (error) {
    return failedLook('imports', error, 'To see the imports: emk import status');
  }
}

function completionLook(host: Host): Look {
  const shell = shellOf(host.env);
  if (shell === undefined) {
    return note('completion', 'emk has no completion for the shell that SHELL names.', 'See: emk completion --help');
  }
  try {
    return scriptLook(shell, whereInstalled(shell, host));
  } catch (error) {
    return failedLook('completion', error, 'See: emk completion --help');
  }
}

function scriptLook(shell: ShellName, {path, line}: Installed): Look {
  try {
    const there = readFileSync(path, 'utf8');
    if (line === undefined ? there === scripts[shell] : there.split(/\r?\n/).includes(line)) {
      return good('completion', `${shell} completes emk's words, from ${path}.`);
    }
    if (line === undefined)
      return note('completion', `${path} is from another version of emk.`, `Run: emk completion ${shell} --install`);
  } catch (error) {
    if (!isMissing(error)) return failedLook('completion', error, `Check who owns ${path}.`);
  }
  return note('completion', `${path} does not complete emk's words yet.`, `Run: emk completion ${shell} --install`);
}

function sandboxLook(host: Host): Look {
  try {
    const path = databaseOf(host);
    const stats = statSync(path);
    if (!stats.isFile() || (stats.size > 0 && beginningOf(path) !== SQLITE)) {
      return wrong(
        'sandbox',
        `${path} is not a sandbox account.`,
        'Move that file, or name another one in EMK_SANDBOX_DB.',
      );
    }
    return good('sandbox', `Its account is kept in ${path}.`, {bytes: stats.size});
  } catch (error) {
    if (isMissing(error)) return good('sandbox', 'The sandbox has no account yet. --sandbox creates one.');
    return failedLook('sandbox', error, 'Name another file in EMK_SANDBOX_DB.');
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

const SQLITE = 'SQLite format 3\0';

function beginningOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE.length);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(file);
  }
}
