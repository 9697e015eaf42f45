import {closeSync, openSync, readSync, statSync} from 'node:fs';
import {openEnvelope} from '../api/answers/envelope.js';
import {toRequest} from '../api/describe/request.js';
import type {Account} from '../api/wire/account.js';
import type {Answer} from '../api/wire/answer.js';
import type {Context} from '../commands/command.js';
import {isOpen, openRuns} from '../contacts-import/journal/runs.js';
import {operations} from '../endpoints/lists.js';
import {EmkError} from '../errors.js';
import {databaseOf} from '../sandbox/running/environment.js';
import {codeOf} from '../system/error-code.js';
import type {Host} from '../system/host.js';
import {counted} from '../words/sentence.js';
import type {Look} from './looks.schema.js';

/** The three results of a look. Only a good one needs no hint. */
export const good = (check: string, says: string, facts?: Look['facts']): Look => ({
  check,
  state: 'good',
  says,
  ...(facts && {facts}),
});

const notGood =
  (state: 'note' | 'wrong') =>
  (check: string, says: string, hint: string, facts?: Look['facts']): Look => ({
    ...{check, state, says, hint},
    ...(facts && {facts}),
  });

export const note = notGood('note');
export const wrong = notGood('wrong');

/** The result of a failed look. An unexpected error is rethrown: it is a bug, not a finding. */
export function failedLook(check: string, error: unknown, hint: string): Look {
  if (error instanceof EmkError) return wrong(check, error.message, error.hint ?? hint);
  const code = codeOf(error);
  if (code === '') throw error;
  return wrong(check, error instanceof Error ? error.message : code, hint);
}

/** One read with the keys: whether it is answered, and what time its answer says it is. */
export async function lookAtService(context: Context, account: Account): Promise<readonly Look[]> {
  const request = {...toRequest(operations.list, {}), effect: 'reads'} as const;
  const began = performance.now();
  try {
    const answer = await context.connect(account).raw({request}, received => {
      openEnvelope(operations.list, received);
    });
    const ms = Math.round(performance.now() - began);
    return [
      good('connection', `The service accepts the keys and answers (HTTP ${answer.status}).`, {ms}),
      clockLook(answer, context.host.now()),
    ];
  } catch (error) {
    return [failedLook('connection', error, 'To see more: emk lists list --debug')];
  }
}

function clockLook({headers}: Answer, now: Date): Look {
  const there = Date.parse(headers['date'] ?? '');
  if (Number.isNaN(there)) return note('clock', "The service's answer has no time.", 'There is nothing to do.');
  const ahead = Math.round((now.getTime() - there) / 1000);
  const facts = {seconds_ahead: ahead};
  if (Math.abs(ahead) <= CLOCKS_AGREE) return good('clock', "This machine's clock agrees with the service's.", facts);
  const away = Math.abs(ahead) < 7200 ? `${Math.abs(ahead)} s` : `${Math.round(Math.abs(ahead) / 3600)} h`;
  return wrong(
    'clock',
    `This machine's clock is ${away} ${ahead > 0 ? 'ahead of' : 'behind'} the service's.`,
    "Set this machine's clock: the service sends scheduled mailings by its own clock.",
    facts,
  );
}

/** In seconds: an answer's clock has no fractions, and the answer takes time to arrive. */
const CLOCKS_AGREE = 30;

/** What earlier runs left on this machine: imports that can be resumed, and the sandbox's account. */
export const lookAtLeftovers = ({host}: Context): readonly Look[] => [importsLook(host), sandboxLook(host)];

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
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error)))
      return good('sandbox', 'The sandbox has no account yet. --sandbox creates one.');
    return failedLook('sandbox', error, 'Name another file in EMK_SANDBOX_DB.');
  }
}

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
