import {rmSync} from 'node:fs';
import {standardAnswer} from '../../accounts/profile-settings.js';
import {targetOf} from '../../accounts/target.js';
import {orBack} from '../../ask/terminal/ask.js';
import type {Context} from '../../commands/command.js';
import {DeclinedError, PreflightError} from '../../errors.js';
import {withPasted} from '../../resources/shared/pasted-input.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {counted, plural} from '../../words/sentence.js';
import {type Ended, sumOf} from '../../work/ending.js';
import {VERSION} from '../../work/record.js';
import {answersToRejected} from '../asking/ask-findings.js';
import {type ImportSource, openSource} from '../file/source.js';
import {forgetOldRuns} from '../journal/open-runs.js';
import {beginImport, type ImportJournal, newRun} from '../journal/runs.js';
import type {ImportSettings, SyncSettings} from '../journal/settings.js';
import {carryOut} from '../run/carry-out.js';
import {gateImport, rehearsed} from '../run/gate-import.js';
import type {Job, ReadyJob} from '../run/job.js';
import {planJob, unplanned} from '../run/plan-job.js';
import type {ColumnsSeen, Prepared} from '../run/prepare.js';
import {nothingAdded, toReport} from '../run/report.js';
import {createMissing, findListToFill, type ListToFill} from './create-missing.js';
import {lockListToFill} from './lock-list.js';
import {type ImportInput, tooMany, toSettings} from './options.js';
import {repeatAnswers} from './repeat-answers.js';
import {saveRejects} from './save-rejects.js';
import {fileSettler, mayAsk} from './settle-file.js';

/** `contacts import FILE`: checks the file, shows the plan, and sends the rows after a yes. */
export const startImport = (context: Context, input: ImportInput, own?: OwnFile): Promise<Ended> =>
  tellingFileTrouble(() => start(context, input, own));

/** A file that emk wrote itself, whose import was agreed to before, by the name that people know it by. */
type OwnFile = {readonly name: string};

/** The settings with the profile's country for rows that have none. */
function withCountry(context: Context, settings: ImportSettings): ImportSettings {
  const country = standardAnswer(context, 'country');
  const isGiven = settings.set.some(([field]) => field === 'country');
  return country === undefined || isGiven ? settings : {...settings, set: [...settings.set, ['country', country]]};
}

async function start(context: Context, input: ImportInput, own: OwnFile | undefined): Promise<Ended> {
  const run = newRun(context.host);
  let began = false;
  try {
    const opened = openSource(await withPasted(context, input.file), input.file, run.folder);
    const source = {...(await opened), ...own};
    const list = await findListToFill(context, input);
    const typed = {...withCountry(context, toSettings(input, context)), ...(own && {isOurs: true})};
    const settle = fileSettler(context, input);
    let [settings, columns]: [ImportSettings, ColumnsSeen] = [typed, 'if open'];
    for (;;) {
      const {prepared, isStopped} = await settle({source, settings, columns});
      settings = {...prepared.settings, again: repeatAnswers(context, typed, prepared)};
      if (isStopped && prepared.checked.rejected === 0) throw new DeclinedError('Nothing was changed.');
      const ready = {...prepared, source, list, isStopped, settings, isAgreed: own !== undefined};
      const result = await orBack(
        () =>
          ifAgreed(context, input, ready, async job => {
            const journal = await begin(job, run);
            began = true;
            return journal;
          }),
        () => undefined,
      );
      if (result) return result;
      columns = 'again';
    }
  } finally {
    if (!began) rmSync(run.folder, {recursive: true, force: true});
  }
}

/** Sends the rows of a checked file, if a person or the line's options agree. */
async function ifAgreed(
  context: Context,
  input: ImportInput,
  {source, list, isStopped, checked, settings, isAgreed}: Prepared & Chosen,
  toJournal: (ready: ReadyJob) => Promise<ImportJournal>,
): Promise<Ended> {
  const many = tooMany(checked.rejected, checked.rows, input.max_errors);
  const asks = many && !isStopped && checked.good > 0 && mayAsk(context, input);
  const file = {source, checked, settings};
  const {files, rejects} = asks ? {files: {}} : await saveRejects(context, file, many);
  const draft = {context, account: await context.account(), source, list, settings, checked, files, rejects};
  if (many && !asks) return refused(unplanned(draft));
  if (context.globals.dryRun) return rehearsed(await planJob(draft));
  const target = targetOf(draft.account);
  const {list: now, made, unlock} = await lockListToFill(context, target, list);
  try {
    const job = await planJob({...draft, list: now});
    const permit = await gateImport(job, {leadsBack: !isAgreed, isAgreed});
    const saved = asks ? await saveRejects({...context, warn: () => undefined}, file, false) : {files, rejects};
    const ready = {...job, ...saved, permit, list: await createMissing(context, permit, now, checked)};
    await made(ready.list.id);
    return await carryOut(ready, await toJournal(ready));
  } finally {
    unlock();
  }
}

/** What was decided before: the file, the list, and whether a person stopped at bad rows or has agreed to the import. */
type Chosen = {
  readonly source: ImportSource;
  readonly list: ListToFill;
  readonly isStopped: boolean;
  readonly isAgreed: boolean;
};

/** The result for a file with too many bad rows. Sending none is harmless; half an import is not. */
export function refused(job: Job): Ended {
  const {rejected, good} = job.checked;
  const them = plural(rejected, 'it', 'them');
  const error = new PreflightError(
    `${counted(rejected, 'row')} of ${job.source.name} cannot be imported, so nothing was added.`,
    {
      hint: [
        `Fix ${them}${good > 0 ? `, or skip ${them} with --max-errors ${rejected}` : ''}.${job.files.rejected === undefined ? '' : ` For the reasons, see ${job.files.rejected}.`}`,
        ...answersToRejected(job.checked).map(({name, note}) => `${name}: ${job.context.line ?? ''} ${note}`),
      ].join('\n'),
    },
  );
  return toReport(
    job,
    nothingAdded('refused', job.files),
    sumOf({wanted: good + rejected, done: 0, impossible: rejected}),
    error,
  );
}

/** Creates the journal with the plan, before the first row is sent. */
export async function begin(
  {context, account, source, list, settings, checked, baseline, plan, files}: ReadyJob,
  run: ReturnType<typeof newRun>,
  sync?: SyncSettings,
): Promise<ImportJournal> {
  const sha256 = await checked.sha256();
  forgetOldRuns(context);
  return beginImport(run.folder, {
    kind: 'header',
    version: VERSION,
    way: sync ? 'contacts sync' : 'contacts import',
    id: run.id,
    started: context.host.now().toISOString(),
    account: account.name,
    ...targetOf(account),
    list,
    source: {path: source.path, name: source.name, size: checked.size, sha256, kept: source.kept},
    settings,
    ...(sync ? {sync} : {}),
    baseline: {
      count: baseline.count ?? null,
      listed: baseline.listed,
      complete: baseline.complete,
      lastId: baseline.lastId,
    },
    rows: {toSend: plan.send, rejected: checked.rejected},
    files,
  });
}
