import {rmSync} from 'node:fs';
import type {Account} from '../../api/wire/account.js';
import type {Context} from '../../commands/command.js';
import {DeclinedError} from '../../errors.js';
import {withPasted} from '../../resources/shared/pasted-input.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Ended} from '../../work/ending.js';
import {openSource} from '../file/source.js';
import {continueJournal, isOpen, newRun, pastRun} from '../journal/runs.js';
import {unplanned} from '../run/plan-job.js';
import {type Prepared, prepare} from '../run/prepare.js';
import {assertSameTarget} from '../run/target.js';
import {advanceBase} from '../sync/advance-base.js';
import {gateSync} from '../sync/gate-sync.js';
import {findBase, type KeptBase} from '../sync/kept-bases.js';
import {planSync, type SyncDraft, type SyncPlan} from '../sync/plan-sync.js';
import {settleComeBack} from '../sync/settle-come-back.js';
import {effectOfSync} from '../sync/sync-effect.js';
import {planReport} from '../sync/sync-report.js';
import {questionFor} from '../sync/sync-words.js';
import {dropWithheld} from '../sync/withhold.js';
import {findType} from './create-missing.js';
import {tooMany, toSettings} from './options.js';
import {repeatAnswers} from './repeat-answers.js';
import {alreadyEnded, assertUnchanged, type ResumeInput, sourceOf} from './resumable.js';
import {runSync, type SyncSteps} from './run-sync.js';
import {saveRejects} from './save-rejects.js';
import {fileSettler, mayAsk} from './settle-file.js';
import {begin, refused} from './start.js';
import {type SyncInput, toSyncSettings} from './sync-options.js';

/** `contacts sync FILE`: shows how the list differs from the file, or from a part of it, and applies the file after a yes. */
export const startSync = (context: Context, input: SyncInput, part?: Part): Promise<Ended> =>
  tellingFileTrouble(() => start({...context, ...context.untiring()}, input, part));

/** `contacts import resume` for a sync: plans it again, because the list shows what is left to do. */
export const resumeSync = (context: Context, id: string, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(() => resume({...context, ...context.untiring()}, id, input));

/** What of a list the file is, and what people call the file if its own name says nothing to them. */
type Part = {readonly name?: string | undefined};

async function start(context: Context, input: SyncInput, part: Part | undefined): Promise<Ended> {
  const {host, globals} = context;
  const sync = {...toSyncSettings(input), ...(part && {isPart: true})};
  const run = newRun(host);
  let began = false;
  try {
    const opened = await openSource(await withPasted(context, input.file), input.file, run.folder);
    const source = {...opened, name: part?.name ?? opened.name};
    const type = await findType(context, input);
    const typed = {...toSettings(input, context), ...(part && {isOurs: true})};
    const {prepared, isStopped} = await fileSettler(context, input)({source, settings: typed, columns: 'if open'});
    if (isStopped && prepared.checked.rejected === 0) throw new DeclinedError('Nothing was changed.');
    const draft = await toDraft(context, {source, type, settings: typed, sync}, prepared);
    const {checked} = draft;
    repeatAnswers(context, typed, draft);
    const many = tooMany(checked.rejected, checked.rows, input.max_errors);
    const isRefused = many && (isStopped || checked.good === 0 || !mayAsk(context, input));
    const {files, rejects} = await saveRejects(context, draft, isRefused);
    if (isRefused) return refused(unplanned({...draft, files, rejects}));
    if (globals.dryRun || input.check) {
      return planned(await planSync({...draft, files}), input.check === true);
    }
    return await runSettled(
      {...draft, files},
      {
        gate: gateSync,
        journalOf(plan) {
          began = true;
          return begin(plan.job, run, sync);
        },
      },
    );
  } finally {
    if (!began) rmSync(run.folder, {recursive: true, force: true});
  }
}

async function resume(context: Context, id: string, {allow_automations}: ResumeInput): Promise<Ended> {
  const {header, folder} = pastRun(context.host, id);
  const {sync, settings, type} = header;
  if (!sync) throw alreadyEnded(header);
  assertSameTarget(await context.account(), header);
  const source = sourceOf(context.host, {folder, header});
  const allowAutomations = settings.allowAutomations || Boolean(allow_automations);
  const wanted = {source, type, settings: {...settings, allowAutomations}, sync};
  const whole = await prepare(context, source, wanted.settings);
  const draft = {...(await toDraft(context, wanted, whole)), files: header.files};
  await assertUnchanged(draft.checked, header);
  if (context.globals.dryRun) return planned(await planSync(draft), false);
  return runSettled(draft, {
    gate: gateSync,
    journalOf() {
      if (!isOpen(pastRun(context.host, id))) throw alreadyEnded(header);
      return continueJournal(folder);
    },
    resumed: id,
  });
}

/** Says what a sync would do; a dry run passes the effect to the one function that asks, which then only tells. */
async function planned(plan: SyncPlan, check: boolean): Promise<Ended> {
  const {context} = plan.job;
  if (context.globals.dryRun) await context.agree(effectOfSync(plan), {what: questionFor(plan)});
  return planReport(plan, {check}).result;
}

/** Runs a sync without what a person has to decide or an option has to allow, and notes what an edited file says now. */
async function runSettled(draft: SyncDraft, steps: Omit<SyncSteps, 'narrowed' | 'ended'>): Promise<Ended> {
  const {result} = await runSync(draft, {
    ...steps,
    narrowed: async plan => dropWithheld(await settleComeBack(plan)),
    ended: async (plan, {data}) => {
      if (draft.base) await advanceBase(plan, draft.base, data);
    },
  });
  return result;
}

/** Adds a second check of the file for new contacts, with the values of `--set`, which a comparison must not use. */
async function toDraft(
  context: Context,
  wanted: Pick<SyncDraft, 'source' | 'type' | 'settings' | 'sync'>,
  whole: Prepared,
): Promise<SyncDraft> {
  const silent = {...context, warn: () => undefined};
  const bare =
    wanted.settings.set.length === 0 ? whole : await prepare(silent, wanted.source, {...whole.settings, set: []});
  const account = await context.account();
  const base = wanted.sync.isPart ? {base: baseOf(context, account, wanted, whole)} : {};
  return {...wanted, ...whole, ...base, context, account, compared: bare.checked, remembers: true, files: {}};
}

/** What an edited file said when it went out; null if emk does not know. */
function baseOf(
  {host}: Context,
  account: Account,
  {source, type}: Pick<SyncDraft, 'source' | 'type'>,
  {checked}: Prepared,
): KeptBase | null {
  if (type.id === undefined) return null;
  const headers = checked.columns.map(({header}) => header);
  return findBase(host, account, {headers, file: source.path, type: type.id}) ?? null;
}
