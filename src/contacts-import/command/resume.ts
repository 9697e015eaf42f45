import type {Context} from '../../commands/command.js';
import {NotFoundError, PreflightError, UsageError} from '../../errors.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Ended} from '../../work/ending.js';
import type {Checked} from '../file/contract.js';
import {type ImportHeader, importName, isOpen, type PastRun, pastRun, pastRuns} from '../journal/runs.js';
import {continueImport, showRest} from '../run/continue-import.js';
import {prepare} from '../run/prepare.js';
import {assertSameTarget, importAsChoice, importsHere} from '../run/target.js';
import {lockList} from './lock-list.js';
import {alreadyEnded, assertUnchanged, type ResumeInput, sourceOf} from './resumable.js';

/** `contacts import resume`: finds out which rows of an interrupted import arrived, and sends the others. */
export const resumeImport = (context: Context, input: ResumeInput): Promise<Ended> =>
  tellingFileTrouble(() => resume(context, input));

async function resume(context: Context, input: ResumeInput): Promise<Ended> {
  const {host} = context;
  const {header} = input.id === undefined ? await onlyOpen(context) : pastRun(host, input.id);
  const account = await context.account();
  assertSameTarget(account, header);
  if (header.sync) return (await import('./sync.js')).resumeSync(context, header.id, input);
  const unlock = await lockList(host, header, header.list.id);
  try {
    // Read again under the lock, because another process may have resumed it meanwhile.
    const run = pastRun(host, header.id);
    if (!isOpen(run)) throw alreadyEnded(header);
    const source = sourceOf(host, run);
    const allowed = header.settings.allowAutomations || Boolean(input.allow_automations);
    const {checked} = await prepare(context, source, header.settings);
    await assertUnchanged(checked, header);
    assertFieldsThere(checked, header);
    const settings = {...header.settings, allowAutomations: allowed};
    const draft = {context, account, source, list: header.list, settings, checked, files: header.files};
    return context.globals.dryRun ? await showRest(draft, run) : await continueImport(draft, run);
  } finally {
    unlock();
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
    const from = open.toReversed().map(importAsChoice);
    return ask.pick('Continue which import?', from);
  }
  const ids = open.map(({header}) => `${header.id} (${header.source.name})`);
  throw new UsageError(`Several imports can be resumed: ${ids.join(', ')}.`, {
    hint: 'Name one of them, as in: emk contacts import resume ID',
  });
}

/** Throws if a field is missing: an import creates its fields before the first row, so somebody deleted it since. */
function assertFieldsThere({newFields}: Checked, header: ImportHeader): void {
  if (newFields.length === 0) return;
  const names = newFields.map(({name}) => name).join(', ');
  throw new PreflightError(
    `The import ${importName(header)} fills the custom field ${names}, which is no longer in the account.`,
    {hint: 'Create it again with "emk fields create" and resume. Or start a new import.'},
  );
}
