import {forEachRecord} from '../../api/answers/record-sources.js';
import {EmkError} from '../../errors.js';
import type {Ended} from '../../work/ending.js';
import {covers, type Ranges, union} from '../../work/ranges.js';
import {isInDoubt, type State} from '../../work/state.js';
import type {Checked} from '../file/contract.js';
import {continueJournal, type ImportJournal, type PastRun} from '../journal/runs.js';
import type {PlannedRow} from '../send/plan.js';
import {type Doubting, resolveDoubt} from '../send/resolve-doubt.js';
import {importService} from '../send/service.js';
import {carryOut} from './carry-out.js';
import {endOf} from './ending.js';
import {gateImport, rehearsed} from './gate-import.js';
import {type ImportDraft, planJob, unplanned} from './plan-job.js';

type ReadySketch = ImportDraft & {
  readonly list: {readonly id: number; readonly name: string};
};

/** Resolves the rows in doubt, then sends those neither listed nor done: a position in the file proves nothing. */
export async function continueImport(draft: ReadySketch, {folder, header, state}: PastRun): Promise<Ended> {
  const journal = continueJournal(folder);
  try {
    const doubting = await toDoubting(draft, journal, state);
    const stopped = await resolveUnknown(doubting);
    if (stopped) return await endOf(unplanned(draft), doubting, {stopped});
    const {done, refused} = doubting.tally;
    const planned = {...(await planJob(draft, union(done, toRuns(refused.keys())))), list: draft.list};
    const permit = await gateImport(planned);
    const job = {...planned, permit};
    const before = {lastId: header.baseline.lastId};
    return await carryOut(job, journal, {done, refused, written: writtenIn(state), step: state.step, before});
  } finally {
    journal.close();
  }
}

/** Shows what a resume would do, without waiting for the list to settle. Writes nothing. */
export async function showRest(draft: ReadySketch, {state}: PastRun): Promise<Ended> {
  return rehearsed(await planJob(draft, union(state.done, toRuns(state.refused.keys()))));
}

async function resolveUnknown(doubting: Doubting): Promise<EmkError | undefined> {
  const {unknown} = doubting.tally;
  if (unknown.length === 0) return undefined;
  try {
    await resolveDoubt(doubting, unknown, 'no answer');
    return undefined;
  } catch (error) {
    if (error instanceof EmkError) return error;
    throw error;
  }
}

/** Finds the rows in doubt in the file, and counts those that arrived. */
async function toDoubting(
  {context, checked, list, settings, source}: ReadySketch,
  journal: ImportJournal,
  state: State,
): Promise<Doubting> {
  const {unknown, sent} = await sortRows(checked, state);
  return {
    service: importService(context, list.id),
    host: context.host,
    tell: context,
    journal,
    source: source.name,
    restTimes: settings.settle,
    step: [...state.open.keys()].at(-1) ?? state.step,
    tally: {
      done: state.done,
      sent,
      refused: new Map(state.refused),
      written: writtenIn(state),
      unknown,
    },
  };
}

async function sortRows(checked: Checked, state: State): Promise<{unknown: readonly PlannedRow[]; sent: number}> {
  const unknown: PlannedRow[] = [];
  let sent = 0;
  let gap = false;
  await forEachRecord(checked.goodRows(), row => {
    const doubtful = isInDoubt(state, row.line);
    if (doubtful) unknown.push({...row, gap});
    else if (covers(state.done, row.line)) sent++;
    gap = !doubtful;
  });
  return {unknown, sent};
}

/** The refused rows that are in a file already: a run that ended has written them; a killed run has not. */
const writtenIn = ({end, refused}: State): Set<number> => new Set(end ? refused.keys() : []);

const toRuns = (lines: Iterable<number>): Ranges => [...lines].sort((a, b) => a - b).map(line => [line, line] as const);
