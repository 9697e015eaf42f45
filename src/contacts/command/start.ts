import {standardAnswer} from '../../accounts/profile-settings.js';
import type {InputOf} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import type {Ended} from '../../change/work/ending.js';
import {findRecord, resolveRecord} from '../../commands/find-record.js';
import {DeclinedError, NotFoundError, PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {counted, plural} from '../../core/words/sentence.js';
import {encodingCalled} from '../../csv/bytes/encodings.js';
import {reservedFields} from '../../endpoints/fields.js';
import lists from '../../endpoints/lists.js';
import {withPasted} from '../../resources/address-options.js';
import type {Checked} from '../check/check.js';
import type {FileAnswer} from '../check/findings.js';
import {importField} from '../file/contract.js';
import {fileSource, keptSource, openImport, openSource} from '../file/open.js';
import {
  type ImportSettings,
  importName,
  importsHere,
  isOpen,
  leftBy,
  type PastRun,
  pastRun,
  requireSameTarget,
  type SyncSettings,
} from '../journal/runs.js';
import {type Finished, saveRejects, unsent} from '../run/end.js';
import {type Draft, effectOfPlan, makePlan, type Plan, unplanned} from '../run/plan.js';
import {type Prepared, prepare, settleFile} from '../run/prepare.js';
import {inNewRun, type NewRun, runRows} from '../run/run.js';
import {gate, questionFor} from '../run/show.js';
import {type ImportInput, type syncOptions, toSettings} from './options.js';

type SyncInput = InputOf<typeof syncOptions>;

/** A file that emk wrote itself, whose import was agreed to before, by the name that people know it by. */
type NamedFile = {readonly name: string};

/** Refuses options and a file that cannot work, whatever a person would answer about the list and the columns. */
export async function checkImportFirst(context: Context, input: Partial<ImportInput>): Promise<void> {
  const {encoding, map} = toSettings(input, context);
  encodingCalled(encoding);
  if (input.list !== undefined) await findListToFill(context, input, true);
  if (input.file === undefined || input.file === '-') return;
  const {path, name} = fileSource(context.host, input.file);
  // The account's own fields are not known yet, so only the headers are checked.
  const headers = map.map(([header]) => [header, ''] as const);
  const fields = reservedFields.map(field => importField(field, 'text'));
  const rest = {set: [], dateOrder: undefined, sampleHeader: undefined, createFields: false};
  await openImport({path, name, encoding, map: headers, fields, ...rest}, true);
}

/** `contacts import FILE`: checks the file, shows the plan, and sends the rows after a yes. */
export const startImport = (context: Context, input: ImportInput, own?: NamedFile): Promise<Ended> =>
  tellingFileTrouble(() => start(context, input, own));

/** `contacts sync FILE`: shows how the list differs from the file, and applies the file after a yes. */
export const startSync = (context: Context, input: SyncInput, own?: NamedFile): Promise<Ended> =>
  tellingFileTrouble(() => start({...context, ...context.untiring()}, input, own, toSyncSettings(input)));

/** Opens the file, asks until it is settled, and runs it. An import is a sync that neither changes nor removes anybody. */
const start = (context: Context, input: ImportInput, own?: NamedFile, sync?: SyncSettings): Promise<Ended> =>
  inNewRun(context.host, async run => {
    const file = await withPasted(context, input.file, 'rows and their header');
    const source = {...(await openSource(file, input.file, run.folder)), ...own};
    const list = await findListToFill(context, input, !sync);
    const typed: ImportSettings = {
      ...toSettings(sync ? input : withCountry(context, input), context),
      ...(own && {isOurs: true}),
    };
    const account = await context.account();
    const {prepared, isStopped} = await settleFile(context, source, typed, input);
    const {checked, settings} = prepared;
    repeatAnswers(context, typed, prepared);
    if (isStopped && (checked.rejected === 0 || settings.skipsRejected))
      throw new DeclinedError('Nothing was changed.');
    const draft: Draft = {...prepared, context, account, source, list, sync, files: {}};
    return (await runSettled(draft, run, input, own !== undefined)).result;
  });

function toSyncSettings({update, gone = 'report', max_gone: maxGone}: Partial<SyncInput>): SyncSettings {
  const fields = update
    ?.split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return {update: fields?.join() === 'all' ? 'all' : fields, gone, maxGone};
}

/** Whether a file has more rejected rows than `--max-errors` allows. */
function tooMany(rejected: number, rows: number, most = '0'): boolean {
  const number = Number.parseFloat(most);
  return rejected > (most.endsWith('%') ? (rows * number) / 100 : number);
}

/** Adds a person's answers about a file to the line that needs no questions. */
function repeatAnswers(
  context: Pick<Context, 'answered'>,
  typed: ImportSettings,
  {checked, settings}: Pick<Prepared, 'checked' | 'settings'>,
): void {
  const before = new Map(asOptions(typed));
  const fresh = asOptions(settings).map(
    ([name, texts]) => [name, texts.filter(text => !before.get(name)?.includes(text))] as const,
  );
  const max_errors = settings.skipsRejected ? String(checked.rejected) : undefined;
  const answers = Object.fromEntries(fresh.filter(([, texts]) => texts.length > 0));
  // Which addresses were corrected is told by no option.
  context.answered({...answers, max_errors}, settings.fixes ? ['correct the addresses in the file'] : []);
}

/** The settings that a person may have decided, as the options that say them. */
const asOptions = (settings: ImportSettings): ReadonlyArray<readonly [name: string, texts: readonly string[]]> => [
  ['map', settings.map.map(pair => pair.join('='))],
  ['set', settings.set.map(pair => pair.join('='))],
  ['leave_empty', settings.leaveEmpty],
  ['country', settings.places.map(pair => pair.join('='))],
  ['status', (settings.status?.words ?? []).map(([word, meaning]) => `${word}=${meaning === 'in' ? 'active' : 'out'}`)],
  ['status_column', [settings.status?.column ?? []].flat()],
];

function withCountry(context: Context, input: ImportInput): ImportInput {
  const country = standardAnswer(context, 'country');
  const {set = []} = input;
  const isGiven = country === undefined || set.some(text => text.startsWith('country='));
  return isGiven ? input : {...input, set: [...set, `country=${country}`]};
}

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
  return runRows(saved, run, {gate: plan => gate(plan, isAgreed)});
}

/** Says what would be done: the one function that asks gets the effect, and only tells. */
async function rehearse(draft: Draft): Promise<Finished> {
  const plan = await makePlan(draft);
  await draft.context.agree(effectOfPlan(plan), {what: questionFor(plan)});
  return unsent(plan, 'planned');
}

/** The result for a file with too many bad rows. Sending none is harmless; half an import is not. */
function refused(plan: Plan): Finished {
  const {checked, files, source, context} = plan;
  const {rejected, good} = checked;
  const them = plural(rejected, 'it', 'them');
  const skip = good > 0 ? `, or skip ${them} with --max-errors ${rejected}` : '';
  const reasons = files.rejected === undefined ? '' : ` For the reasons, see ${files.rejected}.`;
  const answers = answersToRejected(checked).map(({name, note = ''}) => `${name}: ${context.line ?? ''} ${note}`);
  const hint = [`Fix ${them}${skip}.${reasons}`, ...answers].join('\n');
  const rows = `${counted(rejected, 'row')} of ${source.name}`;
  const error = new PreflightError(`${rows} cannot be imported, so nothing was added.`, {hint});
  return unsent(plan, 'refused', error);
}

/** The answers about rejected rows that are options of the line. */
const answersToRejected = ({findings}: Pick<Checked, 'findings'>): readonly FileAnswer[] =>
  findings.flatMap(({question}) => (question?.isAboutRows ? question.answers.filter(({note}) => note) : []));

/** Finds the named list, which has no id before it is created; on a terminal, a person was asked for it before the command ran. */
async function findListToFill(
  context: Context,
  {list: name, create_list: create}: Partial<Pick<ImportInput, 'list' | 'create_list'>>,
  mayCreate: boolean,
): Promise<Draft['list']> {
  if (name === undefined)
    throw new UsageError('--list is missing.', {hint: 'Name the list. To see the lists: emk lists list'});
  const isName = name.length >= 2 && !/^\d+$/.test(name);
  const found = create
    ? await findRecord(context, lists, name)
    : await resolveRecord(context, lists, name).catch(error => {
        if (!(error instanceof NotFoundError && isName && mayCreate)) throw error;
        const hint = `To create it, add --create-list. ${error.hint ?? ''}`.trim();
        throw new NotFoundError(error.message, {cause: error, hint});
      });
  if (found) return {id: Number(found['id']), name: String(found['name'])};
  if (isName) return {id: undefined, name};
  throw new UsageError(`"${name}" cannot be the name of a new list.`, {
    hint: 'A name has at least two characters, and not only digits: those would be an id.',
  });
}

type ResumeInput = {readonly id?: string | undefined; readonly allow_automations?: boolean | 0 | 1 | undefined};

/** `contacts import resume`: finds out which rows of an interrupted import arrived, and sends the others. */
export const resumeImport = (context: Context, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(async () => {
    const found = input.id === undefined ? await onlyOpen(context) : pastRun(context.host, input.id);
    requireSameTarget(await context.account(), found.header);
    const run = requireOpen(found);
    const {header, folder} = run;
    if (!(await findRecord(context, lists, String(header.list.id))))
      throw new NotFoundError(`The list "${header.list.name}" is gone, so its import cannot be resumed.`, {
        hint: 'This line sent nothing. To add these people to another list, start a new import.',
      });
    const draft = await openAgain(header.sync ? {...context, ...context.untiring()} : context, run, input);
    if (context.globals.dryRun) return (await rehearse({...draft, earlier: leftBy(run)})).result;
    // Read again under the lock, because another process may have resumed it meanwhile.
    const resumed = (): PastRun => requireOpen(pastRun(context.host, header.id));
    return (await runRows(draft, {id: header.id, folder}, {gate: plan => gate(plan), resumed})).result;
  });

function requireOpen(run: PastRun): PastRun {
  if (isOpen(run)) return run;
  throw new UsageError(`The import ${importName(run.header)} is complete: there is nothing to resume.`, {
    hint: `To see it: emk import status ${run.header.id}`,
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

/** The only import that stopped. */
async function onlyOpen(context: Context): Promise<PastRun> {
  const open = (await importsHere(context)).filter(isOpen);
  const [run] = open;
  if (!run) throw new NotFoundError('There is nothing to resume.', {hint: 'To see the imports: emk import status'});
  if (open.length === 1) return run;
  const ids = open.map(({header}) => `${header.id} (${header.source.name})`);
  throw new UsageError(`Several imports can be resumed: ${ids.join(', ')}.`, {
    hint: 'Name one of them, as in: emk contacts import resume ID',
  });
}
