import {maxDeleteOption} from '../../change/agree.js';
import type {Context} from '../../change/context.js';
import {type Ended, ended, noWork} from '../../change/work/ending.js';
import {changing} from '../../commands/command.js';
import {UsageError} from '../../core/errors.js';
import {about, integer, listOf, nullable, object, text} from '../../core/json-schema/describe.js';
import {counted} from '../../core/words/sentence.js';
import {checkOptions} from '../../mailings/options.js';
import {allowOption} from '../../mailings/started.js';
import {requireRunId} from './marks.js';

/** The runs that left something in the account. */
const runRows = listOf(
  object({
    run: text,
    youngest: about('When its youngest record was created', nullable(text)),
    records: about('With people', integer),
  }),
);

const cleanCommand = changing({
  summary: 'Delete the test data of seeds',
  details:
    'emk finds the records of a run by the marks in their names, and its people by the marks in their addresses. It ' +
    'keeps everything without the right mark. So this works on any machine, and after an interruption you run ' +
    'it again.\n\nA list with other people on it, such as people a test signed up, is kept with them and named.\n\n' +
    'Groups stay: the API cannot delete them, so all runs share them.\n\nWithout a run or an age, ' +
    'emk lists the runs that have data in the account, those of other machines too, with the date of the newest record of each.',
  takes: {
    run: {type: 'text', value: 'id', help: 'The run to delete'},
    older_than: {type: 'text', value: 'age', help: 'All runs older than this: 12h, 2d, "2 weeks"'},
    ...maxDeleteOption,
  },
  gives: ['done', {document: async () => ({default: runRows})}],
  examples: [
    'emk seed clean --run pr-12',
    'emk seed clean --run "$RUN" --yes --max-delete 1000',
    'emk seed clean --older-than "2 weeks" --dry-run',
    "emk seed clean -o json --no-input | jq -r '.[].run'",
  ],
  calls: async () => (await import('./clean.js')).cleanOperations,
  async run(context, {run, older_than, max_delete}) {
    const {runClean} = await import('./clean.js');
    if (run === undefined && older_than === undefined && !context.globals.yes) return showRuns(context);
    if ((run === undefined) === (older_than === undefined)) {
      throw new UsageError('Name a run, or an age: emk deletes one run, or all older ones.', {
        hint: `${run === undefined ? 'Add' : 'Remove'} --run or --older-than. To see the runs: emk seed clean`,
      });
    }
    const which =
      older_than === undefined
        ? {run: requireRunId(run ?? '')}
        : {before: readOlderThan(older_than, context.host.now())};
    return runClean(context, {which, maxDelete: max_delete});
  },
});

/** `emk seed FILE`, with `clean` below it. */
export default changing({
  summary: 'Create test data from a file',
  details:
    'The file looks like the files of an account, with contacts besides: people by their addresses, or a number to ' +
    'invent, as in {list: QA, count: 500, fake: true}. Everybody is at example.com, ' +
    'example.org, example.net or below .test, so no real person ever gets mail, and mailings go only to lists of the ' +
    `same file. \${run} and \${env.NAME} in the file stand for the id of the run and for a variable.\n\nEvery name and ` +
    "address gets the run's id and a mark, so parallel jobs don't get in each other's " +
    'way. The same id and file again continues after an interruption, or changes nothing. emk refuses profiles that ' +
    'are protected or read-only.',
  takes: {
    file: {type: 'text', required: true, value: 'file', help: 'The seed, a YAML file', question: 'Which seed file?'},
    run: {type: 'text', value: 'id', help: 'Id of the run, such as the id of a job (default: a new one)'},
    mailings: {type: 'flag', help: 'Also schedule mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
  },
  args: ['file'],
  helpsAlone: true,
  gives: {document: async () => ({default: (await import('./make.js')).seededShape})},
  nested: {clean: cleanCommand},
  examples: ['emk seed test-data.yaml', 'emk seed test-data.yaml --run "pr-$PR" -o json > seed.json'],
  calls: async () => {
    const {callsOfApply} = await import('../account/kinds.js');
    return callsOfApply.filter(({effect}) => effect !== 'deletes');
  },
  run: async (context, input) => (await import('./make.js')).runSeed(context, input),
});

/** The moment before which everything is older than an age such as `2d`, `12h` or `2 weeks`, in milliseconds. */
function readOlderThan(age: string, now: Date): number {
  const [, count, unit = ''] = /^(\d{1,5}) ?(h|d|w|hours?|days?|weeks?)$/.exec(age.trim()) ?? [];
  if (count !== undefined) return now.getTime() - Number(count) * (units[unit.charAt(0)] ?? 0);
  throw new UsageError(`"${age}" is not an age.`, {hint: 'Write it like 12h, 2d or "2 weeks".'});
}

const units: Readonly<Record<string, number>> = {h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000};

/** Shows the runs that left something. */
async function showRuns(context: Context): Promise<Ended> {
  const {byRun, findMarked} = await import('./clean.js');
  const rows = byRun(await findMarked(context)).map(({youngest, ...row}) => ({
    ...row,
    youngest: Number.isNaN(youngest) ? null : new Date(youngest).toISOString(),
  }));
  if (rows.length === 0) context.notice('No run left anything in the account.');
  const lines = rows.map(
    ({run, youngest, records}) => `${run.padEnd(20)}  ${youngest ?? 'no date'}  ${counted(records, 'record')}`,
  );
  return ended(noWork, {kind: 'data', data: rows, text: lines.join('\n')});
}
