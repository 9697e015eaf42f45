import {BACK, type Back, type TypedValues} from '../../commands/ask.js';
import {type Context, command} from '../../commands/command.js';
import {maxDeleteOption} from '../../commands/confirm.js';
import {clockIn} from '../../commands/view.js';
import {NotFoundError, PartialError, UsageError} from '../../errors.js';
import {counted} from '../../words/count.js';
import {requireRunId} from '../marks/run-id.js';
import {readOlderThan} from './age.js';
import {rowInWords, runRows} from './run-rows.js';

export const cleanCommand = command({
  summary: 'Delete what seeds have made',
  details:
    'Finds the records of a run by the marks in their names, and its people by the marks in their addresses; whatever has no ' +
    'right mark is left alone, whatever it is called. So it works on any machine, and after any break: run it again, and it ' +
    'goes on. A contact type in which others stand, such as those whom a test has signed up, stays with them and is named, ' +
    'unless --force is given. Of several records of one name only that goes which was made from this machine. Unsubscribe ' +
    'groups stay: the API cannot delete them, so all runs share them.',
  takes: {
    run: {type: 'text', value: 'id', help: 'The run to delete'},
    older_than: {
      type: 'text',
      option: 'older-than',
      value: 'age',
      help: 'All runs whose records are all older than this: 2d, 12h, "2 weeks", "last month", 2026-05-01',
    },
    force: {
      type: 'flag',
      help: 'Also delete those whom others have put into the contact types of a run',
      decides: 'checks',
    },
    ...maxDeleteOption,
  },
  gives: {document: () => import('./cleaned.schema.js')},
  examples: [
    'emk seed clean --run pr-12',
    'emk seed clean --run "$EMK_SEED_RUN" --yes --max-delete 1000',
    'emk seed clean --older-than "2 weeks" --dry-run',
  ],
  calls: async () => (await import('../clean/operations.js')).cleanOperations,
  asks: {
    needs: [{question: 'Delete what which run has made?', either: {run: '', older_than: ''}, own: whichRuns}],
    offers: [],
  },
  async run(context, {run, older_than, force, max_delete}) {
    if ((run === undefined) === (older_than === undefined)) {
      throw new UsageError('A clean takes one run, or all that are older than something.', {
        hint: 'Give either --run or --older-than. emk seed runs lists them.',
      });
    }
    const [{clean}, {cleanInWords, cleanAsData}] = await Promise.all([
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
    return {
      kind: 'data',
      data: cleanAsData(cleaned),
      text: cleanInWords(cleaned, run, context.globals.dryRun),
      prose: true,
      ...(kept > 0 && !context.globals.dryRun ? {error} : {}),
    };
  },
});

/** Asks which runs go: one of those that left something, or all that are old enough. */
async function whichRuns(context: Context, _: TypedValues, canGoBack: boolean): Promise<TypedValues | Back> {
  const rows = await runRows(context);
  if (rows.length === 0) {
    throw new NotFoundError('No run has left anything in the account, so there is nothing to clean.');
  }
  const now = context.host.now().getTime();
  const from = rows.map(row => ({name: row.run, note: rowInWords(row, now).join(', '), value: row.run}));
  for (;;) {
    const run = await context.ask.guided.pick<string | undefined>('Delete what which run has made?', {
      from,
      always: [{name: 'All runs older than…', value: undefined}],
      canGoBack,
    });
    if (run === BACK) return BACK;
    if (run !== undefined) return {run};
    const age = await context.ask.guided.text('Older than:', {
      canGoBack: true,
      help: 'Such as 2 days, 12h, last month or 2026-05-01.',
      problem: text => wrongAge(text, context),
    });
    if (age !== BACK) return {older_than: age.trim()};
  }
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
