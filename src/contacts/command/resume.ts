import type {Ended} from '../../change/work/ending.js';
import {covers} from '../../change/work/ranges.js';
import {isInDoubt} from '../../change/work/state.js';
import type {Context} from '../../commands/command.js';
import {EmkError, NotFoundError, PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {counted} from '../../core/words/sentence.js';
import type {Checked, GoodRow} from '../file/contract.js';
import {state} from '../file/rows.js';
import {fileSource, keptSource} from '../file/source.js';
import {
  continueJournal,
  type ImportHeader,
  type ImportJournal,
  importName,
  importsHere,
  isOpen,
  type PastRun,
  pastRun,
  pastRuns,
  requireSameTarget,
} from '../journal/runs.js';
import {carryOut, type Earlier} from '../run/carry-out.js';
import {end, type Finished} from '../run/end.js';
import {type Draft, makePlan, unplanned} from '../run/plan.js';
import {prepare} from '../run/prepare.js';
import {gate} from '../run/show.js';
import {listOnService} from '../send/list.js';
import {resolveDoubt} from '../send/send.js';
import {lockList, rehearse, runRows} from './start.js';

type ResumeInput = {readonly id?: string | undefined; readonly allow_automations?: boolean | 0 | 1 | undefined};

/** `contacts import resume`: finds out which rows of an interrupted import arrived, and sends the others. */
export const resumeImport = (context: Context, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(() => resume(context, input));

async function resume(context: Context, input: ResumeInput): Promise<Ended> {
  const {header} = input.id === undefined ? await onlyOpen(context) : pastRun(context.host, input.id);
  requireSameTarget(await context.account(), header);
  if (header.sync) return (await resumeSync({...context, ...context.untiring()}, header, input)).result;
  const unlock = await lockList(context.host, header, header.list.id);
  try {
    // Read again under the lock, because another process may have resumed it meanwhile.
    const run = pastRun(context.host, header.id);
    if (!isOpen(run)) throw alreadyEnded(header);
    const draft = await openAgain(context, run, input);
    requireFieldsThere(draft.checked, header);
    layOver(draft.checked, run);
    if (!context.globals.dryRun) return (await continueImport(draft, run)).result;
    for (const line of draft.checked.states.lines(state.doubtful)) draft.checked.states.set(line, state.good);
    return (await rehearse(draft)).result;
  } finally {
    unlock();
  }
}

/** Plans a sync again, because the list shows what is left to do. */
async function resumeSync(context: Context, {id}: ImportHeader, input: ResumeInput): Promise<Finished> {
  const resumed = pastRun(context.host, id);
  if (!isOpen(resumed)) throw alreadyEnded(resumed.header);
  const draft = await openAgain(context, resumed, input);
  if (context.globals.dryRun) return rehearse(draft);
  return runRows(draft, {
    gate,
    async journalOf() {
      if (!isOpen(pastRun(context.host, id))) throw alreadyEnded(resumed.header);
      return continueJournal(resumed.folder);
    },
    resumed,
  });
}

/** Checks the file of an earlier run again, or the saved copy of standard input. */
async function openAgain(context: Context, {folder, header}: PastRun, input: ResumeInput): Promise<Draft> {
  const {source: was, settings, list, sync, files} = header;
  const opened = was.kept ? keptSource(context.host, folder) : fileSource(context.host, was.path);
  const source = {...opened, name: was.name};
  const prepared = await prepare(context, source, settings);
  const {size, sha256} = prepared.checked;
  // The journal names rows by line, and the lines would be other rows.
  if (size !== was.size || (await sha256()) !== was.sha256) {
    throw new PreflightError(`${was.name} has changed since its import began, so it cannot be resumed.`, {
      hint: 'Start a new import. emk skips people who are already on the list.',
    });
  }
  const allowAutomations = settings.allowAutomations || Boolean(input.allow_automations);
  const account = await context.account();
  return {...prepared, context, account, source, list, settings: {...settings, allowAutomations}, files, sync};
}

/** Lays the journal over the rows: what earlier runs have sent, what the service refused, and what is in doubt. */
function layOver({states}: Checked, {state: past}: PastRun): void {
  for (const line of [...states.lines(state.good)]) {
    if (isInDoubt(past, line)) states.set(line, state.doubtful);
    else if (past.refused.has(line)) states.set(line, state.refused);
    else if (covers(past.done, line)) states.set(line, state.sent);
  }
}

/** Resolves the rows in doubt, then sends those neither listed nor done: a position in the file proves nothing. */
async function continueImport(draft: Draft, {folder, header, state: past}: PastRun): Promise<Finished> {
  const {checked} = draft;
  const earlier: Earlier = {
    ...{refused: past.refused, step: past.step, sent: past.sent, lastId: header.baseline.lastId},
    // A run that ended has written the refused rows; a killed run has not.
    written: new Set(past.end ? past.refused.keys() : []),
  };
  const journal = continueJournal(folder);
  try {
    const stopped = await settle(draft, journal, [...past.open.keys()].at(-1) ?? past.step);
    if (stopped) {
      const work = {stopped, reasons: past.refused, written: earlier.written};
      return await end(await unplanned(draft), journal, work);
    }
    // What did not arrive is decided about anew: somebody may be listed or have left by now.
    for (const line of [...checked.states.lines(state.add)]) checked.states.set(line, state.good);
    const plan = {...(await makePlan(draft)), list: header.list};
    return await carryOut({...plan, permit: await gate(plan)}, journal, earlier);
  } finally {
    journal.close();
  }
}

/** Finds out what became of the rows in doubt. Returns why nobody can know. */
async function settle(draft: Draft, journal: ImportJournal, step: number): Promise<EmkError | undefined> {
  const {context, checked, source, settings, list} = draft;
  const rows: GoodRow[] = [];
  if (checked.states.count(state.doubtful) === 0) return undefined;
  for await (const batch of checked.rowsIn(state.doubtful)) rows.push(...batch);
  const service = listOnService(context, list.id ?? 0);
  const {states} = checked;
  const doubting = {service, host: context.host, tell: context, journal, source: source.name, states, step};
  try {
    await resolveDoubt({...doubting, settle: settings.settle}, rows, 'no answer');
    return undefined;
  } catch (error) {
    if (error instanceof EmkError) return error;
    throw error;
  }
}

/** The import that stopped; if several have, a person chooses among them. */
async function onlyOpen(context: Context): Promise<PastRun> {
  const {ask, host} = context;
  const here = (await importsHere(context)).filter(isOpen);
  // If only another account has one, the refusal names that account.
  const open = here.length > 0 ? here : pastRuns(host).filter(isOpen);
  const [run] = open;
  if (!run) throw new NotFoundError('There is nothing to resume.', {hint: 'To see the imports: emk import status'});
  if (open.length === 1) return run;
  if (ask.possible) {
    const asChoice = (value: PastRun) => ({
      name: importName(value.header),
      note: `${counted(value.header.rows.toSend, 'row')}, ${value.header.started.slice(0, 16).replace('T', ' ')} UTC`,
      value,
    });
    return ask.pick('Continue which import?', open.toReversed().map(asChoice));
  }
  const ids = open.map(({header}) => `${header.id} (${header.source.name})`);
  throw new UsageError(`Several imports can be resumed: ${ids.join(', ')}.`, {
    hint: 'Name one of them, as in: emk contacts import resume ID',
  });
}

const alreadyEnded = (header: ImportHeader): UsageError =>
  new UsageError(`The import ${importName(header)} is complete: there is nothing to resume.`, {
    hint: `To see it: emk import status ${header.id}`,
  });

/** Throws if a field is missing: an import creates its fields before the first row, so somebody deleted it since. */
function requireFieldsThere({newFields}: Checked, header: ImportHeader): void {
  if (newFields.length === 0) return;
  const names = newFields.map(({name}) => name).join(', ');
  throw new PreflightError(
    `The import ${importName(header)} fills the custom field ${names}, which is no longer in the account.`,
    {hint: 'Create it again with "emk fields create" and resume. Or start a new import.'},
  );
}
