import type {Context} from '../../commands/command.js';
import {type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../errors.js';
import type {Result} from '../../output/result.js';
import {clean} from '../../output/sanitise.js';
import {counted} from '../../report/wording.js';
import {type Destroyed, type DestroyOptions, destroy} from '../apply/destroy.js';
import type {Standing} from '../apply/standing.js';
import {called} from './plan-words.js';

/** Takes back what a folder has made: shows it to a person, asks, and reports what is gone and what stays. */
export async function runDestroy(
  context: Context,
  options: DestroyOptions,
  maxDelete: number | undefined,
): Promise<Result> {
  const destroyed = await destroy(context, options, standing => agreeToDelete(context, standing, maxDelete));
  const {deleted, kept, contacts, error} = destroyed;
  const isDryRun = context.globals.dryRun;
  const ended = error ? inTheEnd(error, destroyed) : keptError(destroyed);
  if (ended && error && deleted.length + contacts === 0) throw ended;
  const shown = isDryRun ? {deleted: destroyed.standing.records, kept: destroyed.standing.kept} : {deleted, kept};
  return {
    kind: 'data',
    data: {...shown, members: destroyed.standing.members.length, contacts},
    text: inWords(destroyed, isDryRun),
    ...(ended && {error: ended}),
  };
}

/** Asks before what was made is deleted, by name. */
export async function agreeToDelete(
  {ask, globals, host, progress, confirm}: Context,
  standing: Standing,
  maxDelete: number | undefined,
): Promise<void> {
  const {records, members, imports} = standing;
  if (ask.possible && !globals.yes) {
    progress.clear();
    host.stderr.write(`${listed(standing).join('\n')}\n`);
  }
  const parts = [
    ...(records.length > 0 ? [counted(records.length, 'record')] : []),
    ...(members.length > 0 ? [`${counted(members.length, 'entry', 'entries')} of lists`] : []),
    ...(imports.length > 0 ? [`the contacts of ${counted(imports.length, 'import')}`] : []),
  ];
  await confirm({what: `Delete ${parts.join(', ')}`, deletes: records.length + members.length, maxDelete});
}

const listed = ({records, members, imports, kept}: Standing): readonly string[] => [
  ...records.map(record => `- ${called(record)}`),
  ...members.map(({value, ...of}) => `- ${clean(value)} in ${called(of)}`),
  ...imports.map(({type}) => `- the contacts that were imported into "${clean(type)}"`),
  ...kept.map(one => `  ${called(one)} stays: ${clean(one.why)}.`),
];

function inWords({deleted, kept, contacts, standing}: Destroyed, isDryRun: boolean): string {
  if (isDryRun) return [...listed(standing), 'Without --dry-run, this is deleted.'].join('\n');
  const lines = [
    ...deleted.map(record => `Deleted ${called(record)}`),
    ...(contacts > 0 ? [`Deleted ${counted(contacts, 'contact')}`] : []),
    ...kept.map(one => `The ${called(one)} stays: ${clean(one.why)}.`),
  ];
  return lines.length === 0 ? 'Nothing that was made here is left.' : lines.join('\n');
}

/** Something that was made here, and that somebody uses by now, is for a person to look at. */
function keptError({kept}: Destroyed): EmkError | undefined {
  const changed = kept.filter(({isChanged}) => isChanged);
  if (changed.length === 0) return undefined;
  const said =
    changed.length === 1
      ? '1 record that was made here is not as it was, and stays.'
      : `${changed.length} records that were made here are not as they were, and stay.`;
  return new PartialError(said, {
    hint: 'Look at what stays, and delete it by hand if nobody needs it.',
  });
}

function inTheEnd(error: EmkError, {deleted, contacts}: Destroyed): EmkError {
  if (error instanceof InterruptedError || deleted.length + contacts === 0) return error;
  const hint = 'Run the same again: it looks first, and deletes what is left.';
  if (error instanceof UnknownOutcomeError) return new UnknownOutcomeError(error.message, {cause: error, hint});
  return new PartialError(`Not everything was deleted: ${error.message}`, {cause: error, hint, fields: error.fields});
}
