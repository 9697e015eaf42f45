import {standardAnswer} from '../../accounts/profile-settings.js';
import {orBack} from '../../change/ask.js';
import type {Ended} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {DeclinedError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {counted, plural} from '../../core/words/sentence.js';
import {encodingCalled} from '../../csv/bytes/encodings.js';
import {reservedFields} from '../../endpoints/fields.js';
import {withPasted} from '../../resources/address-options.js';
import {importField} from '../file/contract.js';
import {fileSource, openImport, openSource} from '../file/open.js';
import type {ImportSettings, SyncSettings} from '../journal/runs.js';
import {answersToRejected} from '../run/ask-findings.js';
import {type Finished, unsent} from '../run/end.js';
import {type Draft, effectOfPlan, makePlan, type Plan, unplanned} from '../run/plan.js';
import {type ColumnsSeen, fileSettler} from '../run/prepare.js';
import {saveRejects} from '../run/row-files.js';
import {gate, questionFor} from '../run/show.js';
import {findList, findListToFill} from './create-missing.js';
import {type ImportInput, repeatAnswers, type SyncInput, tooMany, toSettings, toSyncSettings} from './options.js';
import {inNewRun, type NewRun, runRows} from './run-rows.js';

/** A file that emk wrote itself, whose import was agreed to before, by the name that people know it by. */
type OwnFile = {readonly name: string};

/** Refuses options and a file that cannot work, whatever a person would answer about the list and the columns. */
export async function checkImportFirst(context: Context, input: Partial<ImportInput>): Promise<void> {
  const {encoding, map} = toSettings(input, context);
  encodingCalled(encoding);
  if (input.list !== undefined) await findListToFill(context, input);
  if (input.file === undefined || input.file === '-') return;
  const {path, name} = fileSource(context.host, input.file);
  // The account's own fields are not known yet, so only the headers are checked.
  const headers = map.map(([header]) => [header, ''] as const);
  const fields = reservedFields.map(field => importField(field, 'text'));
  const rest = {set: [], dateOrder: undefined, sampleHeader: undefined, createFields: false};
  await openImport({path, name, encoding, map: headers, fields, ...rest}, true);
}

/** `contacts import FILE`: checks the file, shows the plan, and sends the rows after a yes. */
export const startImport = (context: Context, input: ImportInput, own?: OwnFile): Promise<Ended> =>
  tellingFileTrouble(() => start(context, input, {own}));

/** `contacts sync FILE`: shows how the list differs from the file, and applies the file after a yes. */
export const startSync = (context: Context, input: SyncInput, own?: OwnFile): Promise<Ended> =>
  tellingFileTrouble(() => start({...context, ...context.untiring()}, input, {own, sync: toSyncSettings(input)}));

/** Opens the file, asks until it is settled, and runs it. An import is a sync that neither changes nor removes anybody. */
async function start(
  context: Context,
  input: ImportInput,
  {own, sync}: {readonly own?: OwnFile | undefined; readonly sync?: SyncSettings},
): Promise<Ended> {
  return inNewRun(context.host, async run => {
    const opened = await openSource(
      await withPasted(context, input.file, 'rows and their header'),
      input.file,
      run.folder,
    );
    const source = {...opened, ...own};
    const list = sync ? await findList(context, input.list) : await findListToFill(context, input);
    const given = toSettings(input, context);
    const typed = {...(sync ? given : withCountry(context, given)), ...(own && {isOurs: true})};
    const settle = fileSettler(context, input);
    const account = await context.account();
    let [settings, columns]: [ImportSettings, ColumnsSeen] = [typed, 'if open'];
    for (;;) {
      const {prepared, isStopped} = await settle({source, settings, columns});
      settings = {...prepared.settings, again: repeatAnswers(context, typed, prepared)};
      const isRefused = prepared.checked.rejected > 0 && !settings.skipsRejected;
      if (isStopped && !isRefused) throw new DeclinedError('Nothing was changed.');
      const draft: Draft = {...prepared, context, account, source, list, settings, sync, files: {}};
      const finished = await orBack(
        () => runSettled(draft, run, input, own !== undefined),
        () => undefined,
      );
      if (finished) return finished.result;
      columns = 'again';
    }
  });
}

/** The settings with the profile's country for rows that have none. */
function withCountry(context: Context, settings: ImportSettings): ImportSettings {
  const country = standardAnswer(context, 'country');
  const isGiven = settings.set.some(([field]) => field === 'country');
  return country === undefined || isGiven ? settings : {...settings, set: [...settings.set, ['country', country]]};
}

/** Refuses a file with too many bad rows, only rehearses, or runs. */
async function runSettled(
  draft: Draft,
  run: NewRun,
  {max_errors}: Pick<ImportInput, 'max_errors'>,
  isAgreed: boolean,
): Promise<Finished> {
  const {context, checked, settings} = draft;
  // A person who chose to skip these rows has seen them.
  const isMany = !settings.skipsRejected && tooMany(checked.rejected, checked.rows, max_errors);
  const saying = settings.skipsRejected ? {...context, warn: () => undefined} : context;
  const saved = {...draft, ...(await saveRejects(saying, draft))};
  if (isMany || (checked.good === 0 && checked.rejected > 0 && settings.skipsRejected))
    return refused(await unplanned(saved));
  if (context.globals.dryRun) return rehearse(saved);
  return runRows(saved, run, {gate: plan => gate(plan, {leadsBack: !isAgreed, isAgreed})});
}

/** Says what would be done: the one function that asks gets the effect, and only tells. */
export async function rehearse(draft: Draft): Promise<Finished> {
  const plan = await makePlan(draft);
  await draft.context.agree(effectOfPlan(plan), {what: questionFor(plan)});
  return unsent(plan, 'planned');
}

/** The result for a file with too many bad rows. Sending none is harmless; half an import is not. */
function refused(plan: Plan): Finished {
  const {rejected, good} = plan.checked;
  const them = plural(rejected, 'it', 'them');
  const skip = good > 0 ? `, or skip ${them} with --max-errors ${rejected}` : '';
  const reasons = plan.files.rejected === undefined ? '' : ` For the reasons, see ${plan.files.rejected}.`;
  const answers = answersToRejected(plan.checked).map(
    // A setting is a line of its own, and everything else an option of this one.
    ({name, note = ''}) => `${name}: ${note.startsWith('emk ') ? note : `${plan.context.line ?? ''} ${note}`}`,
  );
  const error = new PreflightError(
    `${counted(rejected, 'row')} of ${plan.source.name} cannot be imported, so nothing was added.`,
    {hint: [`Fix ${them}${skip}.${reasons}`, ...answers].join('\n')},
  );
  return unsent(plan, 'refused', error);
}
