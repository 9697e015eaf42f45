import type {Ended} from '../../change/work/ending.js';
import {covers} from '../../change/work/ranges.js';
import {isInDoubt} from '../../change/work/state.js';
import type {Context} from '../../commands/command.js';
import {EmkError, NotFoundError, PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Checked, GoodRow} from '../file/contract.js';
import {fileSource, keptSource} from '../file/open.js';
import {state} from '../file/rows.js';
import {
  continueJournal,
  type ImportHeader,
  importName,
  importsHere,
  isOpen,
  type PastRun,
  pastRun,
  pastRuns,
  requireSameTarget,
} from '../journal/runs.js';
import {end, type Finished} from '../run/end.js';
import {type Draft, unplanned} from '../run/plan.js';
import {prepare} from '../run/prepare.js';
import {gate} from '../run/show.js';
import {listOnService} from '../send/list.js';
import {resolveDoubt} from '../send/send.js';
import {runRows} from './run-rows.js';
import {rehearse} from './start.js';

type ResumeInput = {readonly id?: string | undefined; readonly allow_automations?: boolean | 0 | 1 | undefined};

/** `contacts import resume`: finds out which rows of an interrupted import arrived, and sends the others. */
export const resumeImport = (context: Context, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(() => resume(context, input));

async function resume(context: Context, input: ResumeInput): Promise<Ended> {
  const found = input.id === undefined ? await onlyOpen(context) : pastRun(context.host, input.id);
  requireSameTarget(await context.account(), found.header);
  const run = requireOpen(found);
  const draft = await openAgain(run.header.sync ? {...context, ...context.untiring()} : context, run, input);
  const {states} = draft.checked;
  if (context.globals.dryRun) {
    if (!run.header.sync) layOver(draft.checked, run);
    for (const line of [...states.lines(state.doubtful)]) states.set(line, state.good);
    return (await rehearse(draft)).result;
  }
  const {header, state: past} = run;
  const before = {lastId: header.baseline.lastId, sent: past.sent};
  // A run that ended has written the refused rows; a killed run has not. A sync plans anew, because the list shows what is left.
  const earlier = header.sync
    ? {...before, refused: new Map<number, string>(), written: new Set<number>()}
    : {...before, refused: past.refused, written: new Set(past.end ? past.refused.keys() : [])};
  const finished = await runRows(draft, {
    gate,
    journalOf: async () => continueJournal(run.folder),
    resumed: {
      ...{id: header.id, earlier},
      async settle() {
        // Read again under the lock, because another process may have resumed it meanwhile.
        const now = requireOpen(pastRun(context.host, header.id));
        return header.sync ? undefined : settle(draft, now);
      },
    },
  });
  return finished.result;
}

function requireOpen(run: PastRun): PastRun {
  if (isOpen(run)) return run;
  const {header} = run;
  throw new UsageError(`The import ${importName(header)} is complete: there is nothing to resume.`, {
    hint: `To see it: emk import status ${header.id}`,
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
  if (!sync) requireFieldsThere(prepared.checked, header);
  const allowAutomations = settings.allowAutomations || Boolean(input.allow_automations);
  const account = await context.account();
  return {...prepared, context, account, source, list, settings: {...settings, allowAutomations}, files, sync};
}

/** Throws if a field is missing: an import creates its fields before the first row, so somebody deleted it since. */
function requireFieldsThere({newFields}: Checked, header: ImportHeader): void {
  if (newFields.length === 0) return;
  const names = newFields.map(({name}) => name).join(', ');
  throw new PreflightError(
    `The import ${importName(header)} fills the custom field ${names}, which is no longer in the account.`,
    {hint: 'Create it again with "emk fields create" and resume. Or start a new import.'},
  );
}

/** Lays the journal over the rows: what earlier runs have sent, what the service refused, and what is in doubt. */
function layOver({states}: Checked, {state: past}: PastRun): void {
  for (const line of [...states.lines(state.good)]) {
    if (isInDoubt(past, line)) states.set(line, state.doubtful);
    else if (past.refused.has(line)) states.set(line, state.refused);
    else if (covers(past.done, line)) states.set(line, state.sent);
  }
}

/** Finds out what became of the rows in doubt. Returns how the run ends if nobody can know. */
async function settle(draft: Draft, run: PastRun): Promise<Finished | undefined> {
  const {context, checked, source, settings, list} = draft;
  const {folder, state: past} = run;
  const {states} = checked;
  layOver(checked, run);
  if (states.count(state.doubtful) === 0) return undefined;
  const rows: GoodRow[] = [];
  for await (const batch of checked.rowsIn(state.doubtful)) rows.push(...batch);
  const journal = continueJournal(folder);
  const step = [...past.open.keys()].at(-1) ?? past.step;
  const doubting = {service: listOnService(context, list.id ?? 0), host: context.host, tell: context, journal};
  try {
    await resolveDoubt({...doubting, source: source.name, states, step, settle: settings.settle}, rows, 'no answer');
    // What did not arrive is decided about anew: somebody may be listed or have left by now.
    for (const line of [...states.lines(state.add)]) states.set(line, state.good);
    return undefined;
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const written = new Set(past.end ? past.refused.keys() : []);
    return await end(await unplanned(draft), journal, {stopped: error, reasons: past.refused, written});
  } finally {
    journal.close();
  }
}

/** The only import that stopped. */
async function onlyOpen(context: Context): Promise<PastRun> {
  const here = (await importsHere(context)).filter(isOpen);
  // If only another account has one, the refusal names that account.
  const open = here.length > 0 ? here : pastRuns(context.host).filter(isOpen);
  const [run] = open;
  if (!run) throw new NotFoundError('There is nothing to resume.', {hint: 'To see the imports: emk import status'});
  if (open.length === 1) return run;
  const ids = open.map(({header}) => `${header.id} (${header.source.name})`);
  throw new UsageError(`Several imports can be resumed: ${ids.join(', ')}.`, {
    hint: 'Name one of them, as in: emk contacts import resume ID',
  });
}
