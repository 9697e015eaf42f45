import type {TypedValues} from '../../change/ask.js';
import {type Ended, ended, noWork} from '../../change/work/ending.js';
import {maxDeleteOption} from '../../commands/agree.js';
import {type Context, changing} from '../../commands/command.js';
import {clockIn} from '../../commands/view.js';
import {NotFoundError, UsageError} from '../../core/errors.js';
import {about, boolean, integer, listOf, nullable, object, type TypeOf, text} from '../../core/json-schema/describe.js';
import {counted} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import {checkOptions} from '../../mailings/options.js';
import {allowOption} from '../../mailings/started.js';
import {type Clock, realSpan, spanInWords} from '../../records/dates/span.js';
import {readOnClock} from '../../records/dates/when.js';
import {requireRunId} from './marks.js';

/** The runs that left something in the account. */
const runRows = listOf(
  object({
    run: text,
    youngest: about('When its youngest record or contact was created', nullable(text)),
    records: integer,
    contacts: integer,
    here: about('Whether it was made from this machine', boolean),
  }),
);

type RunRow = TypeOf<typeof runRows>[number];

const cleanCommand = changing({
  summary: 'Delete the test data of seeds',
  details:
    'emk finds the records of a run by the marks in their names, and its people by the marks in their addresses. It ' +
    'keeps everything without the right mark. So this works on any machine, and after an interruption you run ' +
    'it again.\n\nA list with other people on it, such as people a test signed up, is kept with them and named, ' +
    'unless you add --force. Several records with the same name are kept, because a seed makes only one.\n\n' +
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
  gives: [
    {document: async () => ({default: (await import('./clean.js')).cleanedShape})},
    {document: async () => ({default: runRows})},
  ],
  examples: [
    'emk seed clean --run pr-12',
    'emk seed clean --run "$EMK_SEED_RUN" --yes --max-delete 1000',
    'emk seed clean --older-than "2 weeks" --dry-run',
    "emk seed clean -o json --no-input | jq -r '.[].run'",
  ],
  calls: async () => (await import('./clean.js')).cleanOperations,
  asks: {
    needs: [{question: 'Delete the test data of which run?', either: {run: '', older_than: ''}, own: whichRun}],
  },
  async run(context, {run, older_than, force, max_delete}) {
    if (run === undefined && older_than === undefined && !context.globals.yes) return showRuns(context);
    if ((run === undefined) === (older_than === undefined)) {
      throw new UsageError('Name a run, or an age: emk deletes one run, or all older ones.', {
        hint: `${run === undefined ? 'Add' : 'Remove'} --run or --older-than. To see the runs: emk seed clean`,
      });
    }
    const {runClean} = await import('./clean.js');
    const age = older_than === undefined ? undefined : readOlderThan(older_than, clockIn(context));
    if (age?.reading) context.notice(age.reading);
    const which = age ? {before: age.before} : {run: requireRunId(run ?? '')};
    return runClean(context, {which, force: Boolean(force), maxDelete: max_delete});
  },
});

/** `emk seed FILE`, with `clean` below it. */
export default changing({
  summary: 'Create test data from a file',
  details:
    'The file looks like the files of an account, with contacts besides: people by their addresses, or a number to ' +
    'invent, as in {list: QA, count: 500, fake: true, country: [Germany, Japan]}. Everybody is at example.com, ' +
    'example.org, example.net or below .test, so no real person ever gets mail, and mailings go only to lists of the ' +
    `same file. \${run} and \${env.NAME} in the file stand for the id of the run and for a variable.\n\nEvery name and ` +
    "address gets the run's id and a mark, so parallel jobs don't get in each other's " +
    'way. The same id and file again continues after an interruption, or changes nothing. emk refuses profiles that ' +
    'are protected or read-only.',
  takes: {
    file: {type: 'text', required: true, value: 'file', help: 'The seed, a YAML file', question: 'Which seed file?'},
    run: {type: 'text', value: 'id', help: 'Id of the run, such as the id of a job (default: a new one)'},
    random: {
      type: 'text',
      value: 'seed',
      help: 'Invent different people: the same text gives the same people',
      rare: true,
    },
    env: {
      type: 'text',
      value: 'form',
      alone: 'sh',
      choices: ['sh', 'github'],
      limits: {pattern: /^(?:sh|github)$/},
      help: 'Print ids and names as variables: sh for eval in a shell, github for $GITHUB_ENV',
      decides: 'output',
    },
    mailings: {type: 'flag', help: 'Also schedule mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
  },
  args: ['file'],
  helpsAlone: true,
  gives: [{document: async () => ({default: (await import('./make.js')).seededShape})}, 'text'],
  nested: {clean: cleanCommand},
  examples: [
    'emk seed test-data.yaml',
    'emk seed test-data.yaml --run "pr-$PR" -o json',
    'eval "$(emk seed test-data.yaml --env)"',
  ],
  calls: async () => {
    const {callsOfApply} = await import('../account/account.js');
    return (await callsOfApply()).filter(({effect}) => effect !== 'deletes');
  },
  run: async (context, input) => (await import('./make.js')).runSeed(context, input),
});

/**
 * The moment before which everything is older than a text says, in milliseconds: `2d` and `12h` ago to the minute, or
 * an age or a day as people say it, of which the first moment counts. If the text leaves something open, the reading
 * says how emk understood it.
 */
function readOlderThan(typed: string, clock: Clock): {readonly before: number; readonly reading?: string} {
  const short = /^(\d{1,5})([mhdw])$/.exec(typed.trim());
  if (short) return {before: clock.now().getTime() - Number(short[1]) * (units[short[2] ?? ''] ?? Number.NaN)};
  const spoken = readOnClock(isAge.test(typed) ? `${typed} ago` : typed, clock, {leaning: 'past', ways});
  const {from} = realSpan(spoken, clock);
  if (from > clock.now().getTime() * 1000) throw new UsageError(`"${typed}" is in the future.`, {hint: ways});
  const words = spanInWords('<', spoken, {real: true, clock});
  return {before: from / 1000, reading: `--older-than "${typed}" means ${words}.`};
}

const ways = 'Give an age or a day, such as 2d, 12h, "2 weeks", "last month" or 2026-05-01.';

/** Matches `2 weeks`, which has no "ago" after "older than". */
const isAge = /^\s*(?:an?|one|\d{1,4})\s+(?:minute|min|hour|day|week|month|year)s?\s*$/i;

const units: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000};

/** Shows the runs that left something, the oldest first. */
async function showRuns(context: Context): Promise<Ended> {
  const rows = await readRuns(context);
  if (rows.length === 0) context.notice('No run left anything in the account.');
  const lines = rows.map(row => [row.run.padEnd(20), ...rowInWords(row, context)].join('  '));
  return ended(noWork, {kind: 'data', data: rows, text: lines.join('\n')});
}

/** Asks which of the runs that left something goes. */
async function whichRun(context: Context): Promise<TypedValues> {
  const rows = await readRuns(context);
  if (rows.length === 0) throw new NotFoundError('There is nothing to clean: no run left anything in the account.');
  const choices = rows.map(row => ({name: row.run, note: rowInWords(row, context).join(', '), value: row.run}));
  return {run: await context.ask.pick('Delete the test data of which run?', choices)};
}

async function readRuns(context: Context): Promise<readonly RunRow[]> {
  const [{findRuns, runsHere}, {targetOf}] = await Promise.all([
    import('./runs.js'),
    import('../../accounts/target.js'),
  ]);
  const here = runsHere(context.host, targetOf(await context.account()));
  return (await findRuns(context, () => true))
    .map(({run, records, people, youngest}) => ({
      run,
      youngest: Number.isNaN(youngest) ? null : new Date(youngest).toISOString(),
      records: records.length,
      contacts: [...people.values()].flat().length,
      here: here.includes(run),
    }))
    .sort((one, other) => compareUnits(one.youngest ?? '', other.youngest ?? ''));
}

/** What a person wants to know of a run: its age, what it left, and whether it is theirs. */
function rowInWords({youngest, records, contacts, here}: RunRow, {host}: Context): readonly string[] {
  const age = youngest === null ? Number.NaN : host.now().getTime() - Date.parse(youngest);
  const [unit, size] = ages.find(([, each]) => age >= each) ?? ['minute', 60_000];
  return [
    Number.isNaN(age) ? 'of unknown age' : `${counted(Math.max(0, Math.floor(age / size)), unit)} old`,
    counted(records, 'record'),
    counted(contacts, 'contact'),
    ...(here ? ['from this machine'] : []),
  ];
}

const ages = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
] as const;
