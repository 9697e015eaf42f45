import type {TypedValues} from '../../ask/terminal/ask.js';
import {maxDeleteOption} from '../../commands/agree.js';
import {type Context, changing} from '../../commands/command.js';
import {clockIn} from '../../commands/view.js';
import {NotFoundError, PartialError, UsageError} from '../../errors.js';
import {counted} from '../../words/sentence.js';
import {type Ended, ended, noWork, sumOf} from '../../work/ending.js';
import {requireRunId} from '../marks/run-id.js';
import {readOlderThan} from './age.js';
import {rowInWords, runRows} from './run-rows.js';

export const cleanCommand = changing({
  summary: 'Delete the test data of seeds',
  details:
    'emk finds the records of a run by the marks in their names, and its people by the marks in their addresses. It ' +
    'keeps everything without the right mark. So this works on any machine, and after an interruption you run ' +
    'it again.\n\nA list with other people on it, such as people a test signed up, is kept with them and named, ' +
    'unless you agree at the question or add --force. If several records have the same name, only the one from this machine is deleted.\n\n' +
    'Groups stay: the API cannot delete them, so all runs share them.\n\nWithout a run or an age, a script ' +
    'gets the runs that have data in the account, those of other machines too, with the age of the newest record of each.',
  takes: {
    run: {type: 'text', value: 'id', help: 'The run to delete'},
    older_than: {
      type: 'text',
      value: 'age',
      help: 'All runs older than this: 2d, 12h, "2 weeks", "last month", 2026-05-01',
    },
    force: {type: 'flag', help: 'Also delete people that others put on the lists of a run', decides: 'checks'},
    ...maxDeleteOption,
  },
  gives: [{document: () => import('./cleaned.schema.js')}, {document: () => import('./runs.schema.js')}],
  examples: [
    'emk seed clean --run pr-12',
    'emk seed clean --run "$EMK_SEED_RUN" --yes --max-delete 1000',
    'emk seed clean --older-than "2 weeks" --dry-run',
    "emk seed clean -o json --no-input | jq -r '.[].run'",
  ],
  calls: async () => (await import('../clean/operations.js')).cleanOperations,
  asks: {
    needs: [{question: 'Delete the test data of which run?', either: {run: '', older_than: ''}, own: whichRuns}],
  },
  async run(context, {run, older_than, force, max_delete}) {
    if (run === undefined && older_than === undefined && !context.globals.yes) return showRuns(context);
    if ((run === undefined) === (older_than === undefined)) {
      throw new UsageError('Name a run, or an age: emk deletes one run, or all older ones.', {
        hint: `${run === undefined ? 'Add' : 'Remove'} --run or --older-than. To see the runs: emk seed clean`,
      });
    }
    const [{clean, countGoing}, {cleanInWords, cleanAsData}] = await Promise.all([
      import('../clean/clean.js'),
      import('./clean-words.js'),
    ]);
    const age = older_than === undefined ? undefined : readOlderThan(older_than, clockIn(context));
    if (age?.reading) context.notice(age.reading);
    const which = age ? {before: age.before} : {run: requireRunId(run ?? '')};
    const cleaned = await clean(context, {which, force: Boolean(force), maxDelete: max_delete});
    const kept = cleaned.runs.reduce((sum, one) => sum + one.kept.length, cleaned.renamed.length);
    const error = new PartialError(`${counted(kept, 'record was', 'records were')} kept.`, {
      hint: 'The reasons are above.',
    });
    const text = cleanInWords(cleaned, run, context.globals.dryRun);
    const result = {kind: 'data', data: cleanAsData(cleaned), text, prose: true, report: true} as const;
    if (context.globals.dryRun) return ended(noWork, result);
    const done = countGoing(cleaned.runs);
    return ended(sumOf({wanted: done + kept, done, impossible: kept}), result, kept > 0 ? error : undefined);
  },
});

/** Shows the runs that left something, the oldest first. */
async function showRuns(context: Context): Promise<Ended> {
  const rows = await runRows(context);
  const now = context.host.now().getTime();
  if (rows.length === 0) context.notice('No run left anything in the account.');
  const lines = rows.map(row => [row.run.padEnd(20), ...rowInWords(row, now)].join('  '));
  return ended(noWork, {kind: 'data', data: rows, text: lines.join('\n')});
}

/** Asks which runs go: one of those that left something, or all that are old enough. */
async function whichRuns(context: Context): Promise<TypedValues> {
  const rows = await runRows(context);
  if (rows.length === 0) {
    throw new NotFoundError('There is nothing to clean: no run left anything in the account.');
  }
  const now = context.host.now().getTime();
  const run = await context.ask.pick<string | undefined>('Delete the test data of which run?', [
    ...rows.map(row => ({name: row.run, note: rowInWords(row, now).join(', '), value: row.run})),
    {name: 'All runs older than…', value: undefined},
  ]);
  if (run !== undefined) return {run};
  const age = await context.ask.text('Older than:', {
    help: 'such as 2 days, 12h, last month or 2026-05-01',
    problem: text => wrongAge(text, context),
  });
  return {older_than: age.trim()};
}

function wrongAge(text: string, context: Context): string | undefined {
  try {
    readOlderThan(text, clockIn(context));
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} ${error.hint ?? ''}`;
    throw error;
  }
}
