import {rmSync} from 'node:fs';
import type {Context} from '../../commands/command.js';
import {DeclinedError} from '../../errors.js';
import {withPasted} from '../../resources/pasted-input.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Ended} from '../../work/ending.js';
import {openSource} from '../file/source.js';
import {continueJournal, isOpen, newRun, pastRun} from '../journal/runs.js';
import {unplanned} from '../run/plan-job.js';
import {type Prepared, prepare} from '../run/prepare.js';
import {assertSameTarget} from '../run/target.js';
import {gateSync} from '../sync/gate-sync.js';
import {planSync, type SyncDraft} from '../sync/plan-sync.js';
import {effectOfSync} from '../sync/sync-effect.js';
import {planReport} from '../sync/sync-report.js';
import {questionFor} from '../sync/sync-words.js';
import {findList} from './create-missing.js';
import {tooMany, toSettings} from './options.js';
import {repeatAnswers} from './repeat-answers.js';
import {alreadyEnded, assertUnchanged, type ResumeInput, sourceOf} from './resumable.js';
import {runSync} from './run-sync.js';
import {saveRejects} from './save-rejects.js';
import {fileSettler, mayAsk} from './settle-file.js';
import {begin, refused} from './start.js';
import {type SyncInput, toSyncSettings} from './sync-options.js';

/** `contacts sync FILE`: shows how the list differs from the file, and applies the file after a yes. */
export const startSync = (context: Context, input: SyncInput): Promise<Ended> =>
  tellingFileTrouble(() => start({...context, ...context.untiring()}, input));

/** `contacts import resume` for a sync: plans it again, because the list shows what is left to do. */
export const resumeSync = (context: Context, id: string, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(() => resume({...context, ...context.untiring()}, id, input));

async function start(context: Context, input: SyncInput): Promise<Ended> {
  const {host, globals} = context;
  const sync = toSyncSettings(input);
  const run = newRun(host);
  let began = false;
  try {
    const source = await openSource(await withPasted(context, input.file), input.file, run.folder);
    const list = await findList(context, input.list);
    const typed = toSettings(input, context);
    const {prepared, isStopped} = await fileSettler(context, input)({source, settings: typed, columns: 'if open'});
    if (isStopped && prepared.checked.rejected === 0) throw new DeclinedError('Nothing was changed.');
    const draft = await toDraft(context, {source, list, settings: typed, sync}, prepared);
    const {checked} = draft;
    repeatAnswers(context, typed, draft);
    const many = tooMany(checked.rejected, checked.rows, input.max_errors);
    const isRefused = many && (isStopped || checked.good === 0 || !mayAsk(context, input));
    const {files, rejects} = await saveRejects(context, draft, isRefused);
    if (isRefused) return refused(unplanned({...draft, files, rejects}));
    if (globals.dryRun) return await rehearse({...draft, files});
    const {result} = await runSync(
      {...draft, files},
      {
        gate: gateSync,
        journalOf(plan) {
          began = true;
          return begin(plan.job, run, sync);
        },
      },
    );
    return result;
  } finally {
    if (!began) rmSync(run.folder, {recursive: true, force: true});
  }
}

async function resume(context: Context, id: string, {allow_automations}: ResumeInput): Promise<Ended> {
  const {header, folder} = pastRun(context.host, id);
  const {sync, settings, list} = header;
  if (!sync) throw alreadyEnded(header);
  assertSameTarget(await context.account(), header);
  const source = sourceOf(context.host, {folder, header});
  const allowAutomations = settings.allowAutomations || Boolean(allow_automations);
  const wanted = {source, list, settings: {...settings, allowAutomations}, sync};
  const whole = await prepare(context, source, wanted.settings);
  const draft = {...(await toDraft(context, wanted, whole)), files: header.files};
  await assertUnchanged(draft.checked, header);
  if (context.globals.dryRun) return rehearse(draft);
  const {result} = await runSync(draft, {
    gate: gateSync,
    journalOf() {
      if (!isOpen(pastRun(context.host, id))) throw alreadyEnded(header);
      return continueJournal(folder);
    },
    resumed: id,
  });
  return result;
}

/** Says what a sync would do: the one function that asks gets its effect, and only tells. */
async function rehearse(draft: SyncDraft): Promise<Ended> {
  const plan = await planSync(draft);
  await draft.context.agree(effectOfSync(plan), {what: questionFor(plan)});
  return planReport(plan).result;
}

/** Adds a second check of the file for new contacts, with the values of `--set`, which a comparison must not use. */
async function toDraft(
  context: Context,
  wanted: Pick<SyncDraft, 'source' | 'list' | 'settings' | 'sync'>,
  whole: Prepared,
): Promise<SyncDraft> {
  const silent = {...context, warn: () => undefined};
  const bare =
    wanted.settings.set.length === 0 ? whole : await prepare(silent, wanted.source, {...whole.settings, set: []});
  const account = await context.account();
  return {...wanted, ...whole, context, account, compared: bare.checked, files: {}};
}
