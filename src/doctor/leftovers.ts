import {closeSync, openSync, readSync, statSync} from 'node:fs';
import type {Context} from '../commands/command.js';
import {openRuns} from '../contacts-import/journal/open-runs.js';
import {isOpen} from '../contacts-import/journal/runs.js';
import {databaseOf} from '../sandbox/running/account-file.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {counted} from '../words/sentence.js';
import {failedLook, good, note, wrong} from './look.js';
import type {Look} from './looks.schema.js';

/** What earlier runs left on this machine: imports, and the sandbox's account. */
export const lookAtLeftovers = ({host}: Context): readonly Look[] => [
  importsLook(host),
  sandboxLook(host),
];

function importsLook(host: Host): Look {
  try {
    const open = openRuns(host).filter(isOpen);
    const [first] = open;
    if (first === undefined) return good('imports', 'There is no import to resume.', {pending: 0});
    const {id} = first.header;
    const many = counted(open.length, 'import');
    return note('imports', `${many} can be resumed.`, `To continue: emk contacts import resume ${id}`, {
      pending: open.length,
    });
  } catch (error) {
    return failedLook('imports', error, 'To see the imports: emk contacts import status');
  }
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
