import type {Ended} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {NotFoundError, PreflightError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Checked} from '../check/check.js';
import {fileSource, keptSource} from '../file/open.js';
import {
  type ImportHeader,
  importName,
  importsHere,
  isOpen,
  type PastRun,
  pastRun,
  pastRuns,
  requireSameTarget,
} from '../journal/runs.js';
import type {Draft} from '../run/plan.js';
import {prepare} from '../run/prepare.js';
import {gate} from '../run/show.js';
import {leftBy, runRows} from './run-rows.js';
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
  const {header, folder} = run;
  if (context.globals.dryRun) return (await rehearse({...draft, earlier: leftBy(run)})).result;
  // Read again under the lock, because another process may have resumed it meanwhile.
  const resumed = (): PastRun => requireOpen(pastRun(context.host, header.id));
  return (await runRows(draft, {id: header.id, folder}, {gate, resumed})).result;
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
