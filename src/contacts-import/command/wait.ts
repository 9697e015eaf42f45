import type {Context} from '../../commands/command.js';
import {readTimeout} from '../../commands/verbs/wait.js';
import {
  CheckError,
  type EmkError,
  LockedError,
  NotFoundError,
  PartialError,
  UnknownOutcomeError,
} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import type {Host} from '../../system/host.js';
import {importName, isOpen, type PastRun, pastRun} from '../journal/runs.js';
import {importsHere} from '../run/target.js';
import {lockList} from './lock-type.js';
import {importStatus} from './status.js';

type Waiting = {readonly id?: string | undefined; readonly timeout?: string | undefined};

/** `contacts import wait`: waits until another emk has finished an import, and tells how it ended. */
export async function waitForImport(context: Context, {id, timeout}: Waiting): Promise<Result> {
  const {host} = context;
  const most = readTimeout(timeout);
  const run = id === undefined ? await latest(context) : pastRun(host, id);
  if (run.state.end === undefined) await untilReleased(host, run, most);
  const ended = pastRun(host, run.header.id);
  const error = endOf(ended);
  return {...importStatus(context, run.header.id), ...(error && {error})} as Result;
}

/** The latest import into this account that has not ended, or the latest of all. */
async function latest(context: Context): Promise<PastRun> {
  const runs = await importsHere(context);
  const run = runs.findLast(({state}) => state.end === undefined) ?? runs.at(-1);
  if (run) return run;
  throw new NotFoundError('There is no import to wait for.', {
    hint: 'emk knows only imports of this machine. To see the imports: emk import status',
  });
}

/** An import holds the lock of its list until it ends, so a process that gets the lock knows that it has ended. */
async function untilReleased(host: Host, {header}: PastRun, longest: number): Promise<void> {
  const patient = {...host.lockWait, longest};
  try {
    (await lockList(host, header, header.type.id, patient))();
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    throw new CheckError(`The import ${importName(header)} has not ended yet.`, {
      cause: error,
      hint: 'It is still running. To wait longer, give a longer --timeout.',
    });
  }
}

function endOf(run: PastRun): EmkError | undefined {
  const {id} = run.header;
  const result = run.state.end?.result;
  if (result === 'done' || result === 'undone') return undefined;
  const hint = isOpen(run) ? `Run: emk import resume ${id}` : `To see it: emk import status ${id}`;
  if (result === 'unknown')
    return new UnknownOutcomeError(`emk cannot tell if all of ${importName(run.header)} arrived.`, {hint});
  const what = result === 'partial' ? 'did not import everybody' : 'stopped early';
  return new PartialError(`The import ${importName(run.header)} ${what}.`, {hint});
}
